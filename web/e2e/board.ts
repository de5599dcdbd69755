import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** The program under test. */
export const BINARY = process.env.TOUCHMOVE ?? join(import.meta.dirname, "../../target/debug/touchmove");

export const hasBinary = () => existsSync(BINARY);

/** Who plays: named so that no name could be taken for a word of the page. */
export const NAMES = {
  white: "Vidmar, Milan",
  black: "Нежметдинов, Рашид",
  event: "Memorial",
  hall: "Hall Q",
};

/** What a board is set up for. */
interface SetUp {
  control: string;
  play: "standard" | "rapid" | "blitz";
  whiteAt: "left" | "right";
}

const USUAL: SetUp = { control: "5400+30", play: "standard", whiteAt: "left" };

/**
 * One board's daemon with a simulated sensor, run from the real binary in a folder of its own, and
 * the hand that lifts, places and presses at it.
 */
export class BoardUnderTest {
  readonly folder = mkdtempSync(join(tmpdir(), "touchmove-page-"));
  private readonly socket = join(this.folder, "board.sock");
  private process: ChildProcess | undefined;
  private port = 0;
  private said = "";
  private hand: Hand | undefined;
  private readonly setUp: SetUp;

  constructor(setUp: Partial<SetUp> = {}) {
    this.setUp = { ...USUAL, ...setUp };
  }

  get url() {
    return `http://127.0.0.1:${this.port}/`;
  }

  /** Starts the daemon; once it has had a port it gets the same again. */
  async start(): Promise<void> {
    const config = join(this.folder, "board.toml");
    writeFileSync(
      config,
      `[board]
name = "7"
state = ${JSON.stringify(join(this.folder, "state"))}
[sensor]
kind = "simulated"
socket = ${JSON.stringify(this.socket)}
[clock]
white_at = "${this.setUp.whiteAt}"
[game]
play = "${this.setUp.play}"
time_control = "${this.setUp.control}"
white = ${JSON.stringify(NAMES.white)}
black = ${JSON.stringify(NAMES.black)}
event = ${JSON.stringify(NAMES.event)}
round = "3"
[hall]
name = ${JSON.stringify(NAMES.hall)}
[web]
port = ${this.port}
`,
    );
    const process = spawn(BINARY, ["board", "--config", config], { stdio: ["ignore", "pipe", "pipe"] });
    this.process = process;
    this.said = "";
    const address = new Promise<number>((found, failed) => {
      const hear = (chunk: Buffer) => {
        this.said += chunk;
        const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(this.said)?.[1];
        if (port) found(Number(port));
      };
      process.stdout?.on("data", hear);
      process.stderr?.on("data", hear);
      process.once("exit", (code) => failed(new Error(`the daemon ended (${code}):\n${this.said}`)));
      process.once("error", failed);
    });
    this.port = await address;
    this.hand = await Hand.at(this.socket);
  }

  /** Pulls the plug. */
  async kill(): Promise<void> {
    this.hand?.leave();
    const process = this.process;
    if (!process || process.exitCode !== null || process.signalCode !== null) return;
    const gone = new Promise((done) => process.once("exit", done));
    process.kill("SIGKILL");
    await gone;
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Does one thing at the board and waits until the scanner has seen it. */
  async do(line: object): Promise<void> {
    if (!this.hand) throw new Error("the daemon is not running");
    await this.hand.do(line);
  }

  /** A whole move as a calm hand makes it, with the press. */
  async move(from: string, to: string, side: "white" | "black"): Promise<void> {
    await this.do({ lift: from });
    await pause(250);
    await this.do({ place: to });
    await pause(450);
    await this.do({ press: side });
    await pause(100);
  }

  /** Pieces on their first squares, and White's clock started. */
  async begin(): Promise<void> {
    await this.do({ scan: "ffff00000000ffff" });
    await pause(500);
    await this.do({ press: "black" });
    await pause(100);
  }
}

/** Hands take their time, and the board's rules are about it: these are part of the move. */
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** A connection to the switches of a simulated board. */
class Hand {
  private readonly waiting: ((answer: string) => void)[] = [];

  private constructor(private readonly socket: Socket) {
    createInterface({ input: socket }).on("line", (line) => this.waiting.shift()?.(line));
  }

  static async at(path: string): Promise<Hand> {
    for (let tries = 0; ; tries++) {
      try {
        const socket = connect(path);
        await new Promise((done, failed) => {
          socket.once("connect", done);
          socket.once("error", failed);
        });
        socket.on("error", () => {});
        return new Hand(socket);
      } catch (error) {
        if (tries > 100) throw error;
        await pause(50);
      }
    }
  }

  async do(line: object): Promise<void> {
    const answer = new Promise<string>((done) => this.waiting.push(done));
    this.socket.write(`${JSON.stringify(line)}\n`);
    const told = JSON.parse(await answer);
    if (told.error) throw new Error(`${JSON.stringify(line)}: ${told.error}`);
  }

  leave() {
    this.socket.destroy();
  }
}
