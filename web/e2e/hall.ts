import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BINARY } from "./board";

/** A port that nobody has. */
const freePort = () =>
  new Promise<number>((found, failed) => {
    const server = createServer();
    server.once("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => found(typeof address === "object" && address ? address.port : 0));
    });
  });

/** A hub with a closed door and a nats-server of its own, and boards that join it. */
export class HallUnderTest {
  readonly folder = mkdtempSync(join(tmpdir(), "touchmove-hall-"));
  url = "";
  /** By which the page makes the chief arbiter. */
  code = "";
  private joining = "";
  private readonly processes: ChildProcess[] = [];
  private readonly boards = new Map<string, ChildProcess>();

  async start(): Promise<void> {
    const config = join(this.folder, "hub.toml");
    const port = await freePort();
    writeFileSync(
      config,
      `[hub]
name = "Hall Q"
state = ${JSON.stringify(join(this.folder, "hub"))}
[nats]
bind = "127.0.0.1"
port = ${port}
[web]
port = 0
`,
    );
    const setup = ["hub", "setup", "--address", "127.0.0.1", "--config", config];
    // The machine's own clock is left alone.
    const told = execFileSync(BINARY, [...setup, "--chrony", this.folder]).toString();
    this.joining = /touchmove:\/\/\S+/.exec(told)?.[0] ?? "";
    this.code = /Set-up code.*: (\S+)/.exec(told)?.[1] ?? "";
    const said = await this.run(["hub", "--config", config], /http:\S+/);
    this.url = `${said[0]}/`;
  }

  /** A board that joins, or comes back; what stands on its label. */
  async board(name: string): Promise<string> {
    const folder = join(this.folder, name);
    mkdirSync(folder, { recursive: true });
    const config = join(folder, "board.toml");
    const state = join(folder, "state");
    writeFileSync(
      config,
      `[board]
state = ${JSON.stringify(state)}
[hub]
join = ${JSON.stringify(this.joining)}
[sensor]
kind = "simulated"
`,
    );
    const there = this.boards.has(name) ? /event: connected/ : /the hub lets the board in/;
    await this.run(["board", "--config", config], there, name);
    return readFileSync(join(state, "code"), "utf8").trim();
  }

  /** Pulls a board's plug. */
  async pull(name: string): Promise<void> {
    const process = this.boards.get(name);
    const gone = new Promise((done) => process?.once("exit", done));
    if (process?.kill("SIGKILL")) await gone;
  }

  async end(): Promise<void> {
    for (const process of this.processes.reverse()) {
      const gone = new Promise((done) => process.once("exit", done));
      const runs = process.exitCode === null && process.signalCode === null;
      if (runs && process.kill("SIGTERM")) await gone;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Runs the program until it says something of this kind. */
  private run(args: string[], until: RegExp, board?: string): Promise<RegExpExecArray> {
    const process = spawn(BINARY, args, { stdio: ["ignore", "pipe", "pipe"] });
    this.processes.push(process);
    if (board !== undefined) this.boards.set(board, process);
    let said = "";
    return new Promise((found, failed) => {
      const hear = (chunk: Buffer) => {
        said += chunk;
        const match = until.exec(said);
        if (match) found(match);
      };
      process.stdout.on("data", hear);
      process.stderr.on("data", hear);
      process.once("exit", (code) => failed(new Error(`it ended (${code}):\n${said}`)));
      process.once("error", failed);
    });
  }
}
