import { fork, type ChildProcess } from "node:child_process";
import path from "node:path";
import { nodeFlags } from "../../../dev/src/node-flags.ts";
import type { BenchFacts } from "../facts.ts";
import type { DeliveryPlan, DeliveryResult } from "../deliveries/plan.ts";
import type { Latencies } from "./latencies.ts";
import type { FromLoad, ToLoad, IterationAnswer, IterationRequest } from "./messages.ts";

/** The process that sends the load. */
export class LoadProcess {
  readonly #child: ChildProcess;
  #answered: (answer: FromLoad) => void = () => undefined;

  constructor(facts: BenchFacts) {
    this.#child = fork(path.join(import.meta.dirname, "main.ts"), [], {
      stdio: "inherit",
      // Its work on received half megabytes would count against the contestants.
      execArgv: [...nodeFlags],
    });
    this.#child.on("message", (answer: FromLoad) => this.#answered(answer));
    this.#child.on("exit", () => this.#answered({ error: "the load process ended" }));
    this.#send({ op: "facts", facts });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Runs one iteration; rejects when an answer was wrong. */
  async iteration(iteration: IterationRequest): Promise<IterationAnswer> {
    const answer = await this.#ask({ op: "iteration", iteration });
    if ("iteration" in answer) return answer.iteration;
    throw new Error(
      `${iteration.scenario}, ${iteration.contestant}: ${"error" in answer ? answer.error : "no iteration"}`,
    );
  }

  /** Summarizes the latencies of each set of iterations, and forgets those of all iterations so far. */
  async latenciesOf(sets: readonly (readonly number[])[]): Promise<Latencies[]> {
    const answer = await this.#ask({ op: "latencies", sets });
    if ("latencies" in answer) return answer.latencies;
    throw new Error("error" in answer ? answer.error : "no latencies");
  }

  /** Runs deliveries; rejects when one was lost, or an answer was wrong. */
  async pour(plan: DeliveryPlan): Promise<DeliveryResult> {
    const answer = await this.#ask({ op: "pour", plan });
    if ("poured" in answer) return answer.poured;
    throw new Error("error" in answer ? answer.error : "no run of deliveries");
  }

  stop(): void {
    if (this.#child.connected) this.#child.disconnect();
  }

  #ask(message: ToLoad): Promise<FromLoad> {
    return new Promise((resolve) => {
      this.#answered = resolve;
      this.#send(message);
    });
  }

  #send(message: ToLoad): void {
    this.#child.send(message);
  }
}
