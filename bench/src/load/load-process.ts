import { fork, type ChildProcess } from "node:child_process";
import path from "node:path";
import type { BenchFacts } from "../facts.ts";
import type { FromLoad, ToLoad, TurnRequest } from "./messages.ts";

/** The process that sends the load. */
export class LoadProcess {
  readonly #child: ChildProcess;
  #answered: (answer: FromLoad) => void = () => undefined;

  constructor(facts: BenchFacts) {
    this.#child = fork(path.join(import.meta.dirname, "main.ts"), [], { stdio: "inherit" });
    this.#child.on("message", (answer: FromLoad) => this.#answered(answer));
    this.#child.on("exit", () => this.#answered({ ok: false, error: "the load process ended" }));
    this.#send({ op: "facts", facts });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Runs one turn; rejects when an answer was wrong. */
  async turn(turn: TurnRequest): Promise<Extract<FromLoad, { ok: true }>> {
    const answer = await new Promise<FromLoad>((resolve) => {
      this.#answered = resolve;
      this.#send({ op: "turn", turn });
    });
    if (!answer.ok) throw new Error(`${turn.scenario}, ${turn.contestant}: ${answer.error}`);
    return answer;
  }

  stop(): void {
    if (this.#child.connected) this.#child.disconnect();
  }

  #send(message: ToLoad): void {
    this.#child.send(message);
  }
}
