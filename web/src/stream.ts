import { createParser } from "eventsource-parser";

/** What the stream tells its owner. */
export interface Listener {
  /** An event of the stream; `id` is the cursor where it has one. */
  event(name: string, data: string, id: string | undefined): void;
  /** Something was heard, be it only a beat. */
  heard(): void;
  /** The server answered, but not with a stream; it will be asked again. */
  refused(status: number): void;
}

/** How long a stream may say nothing before all that is shown counts as old, ms. */
export const OLD = 5_000;

/** Times, ms. A stream that says nothing for `silent` is taken for dead and opened anew. */
export const PATIENCE = { silent: 12_000, again: 500, longest: 5_000 };

/**
 * One server-sent stream that is kept open until `close`. It is read with `fetch`: an `EventSource`
 * hides the beats by which a silent stream is known, and never says where to resume on a reload.
 */
export class Stream {
  private readonly abort = new AbortController();
  private attempt: AbortController | undefined;
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  private wait = PATIENCE.again;

  /** `resume` gives the cursor to go on after, if any. */
  constructor(
    private readonly url: string,
    private readonly resume: () => string | undefined,
    private readonly listener: Listener,
  ) {
    void this.run();
  }

  close() {
    this.abort.abort();
    this.attempt?.abort();
    clearTimeout(this.watchdog);
  }

  /** Begins anew: what came cannot be used. */
  again() {
    this.attempt?.abort();
  }

  private async run() {
    while (!this.abort.signal.aborted) {
      try {
        await this.connect();
      } catch {
        // Told below: whatever ended it, the answer is to try again.
      }
      clearTimeout(this.watchdog);
      if (this.abort.signal.aborted) return;
      await new Promise((done) => setTimeout(done, this.wait));
      this.wait = Math.min(this.wait * 2, PATIENCE.longest);
    }
  }

  private async connect() {
    this.attempt = new AbortController();
    this.rearm();
    const after = this.resume();
    const response = await fetch(this.url, {
      headers: { accept: "text/event-stream", ...(after === undefined ? {} : { "last-event-id": after }) },
      cache: "no-store",
      signal: this.attempt.signal,
    });
    if (!response.ok || !response.body) return this.listener.refused(response.status);
    const parser = createParser({
      onEvent: (event) => this.listener.event(event.event ?? "message", event.data, event.id),
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      this.wait = PATIENCE.again;
      this.rearm();
      this.listener.heard();
      parser.feed(value);
    }
  }

  private rearm() {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => this.attempt?.abort(), PATIENCE.silent);
  }
}
