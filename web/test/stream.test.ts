import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { PATIENCE, Stream } from "../src/stream";

PATIENCE.again = 5;
PATIENCE.silent = 150;

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server whose n-th connection is served by the n-th script, or refused; tells where each was to resume. */
async function serve(...scripts: (((response: ServerResponse) => void) | undefined)[]) {
  const resumed: (string | undefined)[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const script = scripts[resumed.length];
    resumed.push(request.headers["last-event-id"] as string | undefined);
    response.writeHead(script ? 200 : 503, { "content-type": "text/event-stream" });
    if (script) script(response);
    else response.end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, resumed };
}

/** Follows a stream until as many events have come, and tells what came. */
function follow(url: string, wanted: number) {
  const came: string[] = [];
  const refusals: number[] = [];
  let cursor: string | undefined;
  let beats = 0;
  return new Promise<{ came: string[]; refusals: number[]; beats: () => number }>((done) => {
    const stream = new Stream(url, () => cursor, {
      event: (name, data, id) => {
        came.push(`${name} ${data}`);
        cursor = id ?? cursor;
        if (came.length === wanted) done({ came, refusals, beats: () => beats });
      },
      heard: () => {
        beats += 1;
      },
      refused: (status) => refusals.push(status),
    });
    closing.push(() => stream.close());
  });
}

const event = (name: string, data: string, id?: number) =>
  `${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${data}\n\n`;

it("resumes after the last event it has seen when the server dies in mid-event", async () => {
  const { url, resumed } = await serve(
    (response) => {
      response.write(event("alert", "one", 1) + event("view", "v") + event("alert", "two", 2).slice(0, -4));
      setTimeout(() => response.destroy(), 20);
    },
    (response) => response.write(event("alert", "two", 2)),
  );
  const { came } = await follow(url, 3);
  expect(came).toEqual(["alert one", "view v", "alert two"]);
  expect(resumed).toEqual([undefined, "1"]);
});

it("opens a stream anew that has fallen silent, but not one that only beats", async () => {
  const { url, resumed } = await serve(
    (response) => {
      const beat = setInterval(() => response.write(": still here\n\n"), 50);
      setTimeout(() => clearInterval(beat), 400);
    },
    (response) => response.write(event("hello", "again")),
  );
  const { came, beats } = await follow(url, 1);
  expect(came).toEqual(["hello again"]);
  expect(resumed).toHaveLength(2);
  expect(beats()).toBeGreaterThan(5);
});

it("tries until the server answers", async () => {
  const { url, resumed } = await serve(undefined, undefined, (response) =>
    response.write(event("hello", "at last")),
  );
  const { came, refusals } = await follow(url, 1);
  expect(came).toEqual(["hello at last"]);
  expect(refusals).toEqual([503, 503]);
  expect(resumed).toHaveLength(3);
});
