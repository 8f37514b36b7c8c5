import { createHistogram } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type { DeliveryPlan, DeliveryResult } from "../deliveries/plan.ts";
import type { BenchFacts } from "../facts.ts";
import { newContacts } from "../scenarios/contacts.ts";
import { LoadConnection } from "./connection.ts";
import { latenciesOf } from "./latencies.ts";
import { openSink, type Arrival } from "./sink.ts";

/** Connections that write: enough for every rate that is asked for. */
const connectionCount = 64;

interface Written {
  /** When its write was due. */
  dueMs: number;
  /** Deliveries that have not arrived. */
  missing: number;
}

/** Writes contacts through the gateway as planned and sees to it that every delivery arrives, signed. */
export async function pour(plan: DeliveryPlan, facts: BenchFacts): Promise<DeliveryResult> {
  const pouring = new Pouring(plan, facts);
  return pouring.run();
}

class Pouring {
  readonly #plan: DeliveryPlan;
  readonly #facts: BenchFacts;
  readonly #open = new Map<string, Written>();
  readonly #latencies = createHistogram();
  readonly #seen = new Set<string>();
  #written = 0;
  #refused = 0;
  #fault: Error | undefined;
  #meanwhile = 0;
  #repeated = 0;
  #firstMs = 0;
  #lastMs = performance.now();

  constructor(plan: DeliveryPlan, facts: BenchFacts) {
    this.#plan = plan;
    this.#facts = facts;
  }

  async run(): Promise<DeliveryResult> {
    const sink = openSink(this.#facts);
    await sink.ready();
    sink.hung = this.#plan.hung;
    sink.onArrival = (arrival) => this.#take(arrival);
    const startMs = performance.now();
    if (this.#plan.writeMs > 0) await this.#write(startMs + this.#plan.writeMs);
    const writtenMs = performance.now() - startMs;
    this.#meanwhile = this.#seen.size;
    await this.#arrived();
    return {
      written: this.#written,
      refused: this.#refused,
      meanwhile: this.#meanwhile,
      delivered: this.#seen.size,
      repeated: this.#repeated,
      writtenMs,
      deliveringMs: this.#lastMs - this.#firstMs,
      lastAt: performance.timeOrigin + this.#lastMs,
      latencies: latenciesOf(this.#latencies),
    };
  }

  /** Each write at its time, on a connection that is free; late when none is. */
  async #write(endMs: number): Promise<void> {
    const { rate, openMax = Infinity } = this.#plan;
    const opening = Array.from({ length: connectionCount }, () =>
      LoadConnection.open(this.#facts.ports.gateway),
    );
    const free = await Promise.all(opening);
    const [next, perContact] = this.#contacts();
    const writing = new Set<Promise<void>>();
    const startMs = performance.now();
    try {
      for (let count = 0; ; count += 1) {
        const dueMs = rate === undefined ? performance.now() : startMs + (count * 1_000) / rate;
        if (dueMs >= endMs || this.#fault !== undefined) break;
        while (performance.now() < dueMs || this.#open.size >= openMax || free.length === 0) {
          if (performance.now() > endMs + this.#plan.patienceMs) throw new Error("Writes wait without end.");
          await Promise.race([delay(Math.max(1, dueMs - performance.now())), ...[...writing].slice(0, 1)]);
        }
        const connection = free.pop();
        if (connection === undefined) continue;
        const write = this.#writeOne(connection, next(), { dueMs, missing: perContact })
          .catch((error: unknown) => {
            this.#fault ??= error instanceof Error ? error : new Error(String(error));
          })
          .finally(() => {
            free.push(connection);
            writing.delete(write);
          });
        writing.add(write);
      }
      await Promise.all(writing);
      if (this.#fault !== undefined) throw this.#fault;
    } finally {
      for (const connection of free) connection.close();
    }
  }

  #contacts(): [ReturnType<typeof newContacts>, number] {
    const { webhooks, threefold = [] } = this.#facts;
    const isSingle = this.#plan.teams === "single";
    const tokens = (isSingle ? webhooks : threefold).map(({ token }) => token);
    return [newContacts({ tokens }), isSingle ? 1 : 3];
  }

  async #writeOne(
    connection: LoadConnection,
    exchange: ReturnType<ReturnType<typeof newContacts>>,
    written: Written,
  ): Promise<void> {
    this.#open.set(exchange.email, written);
    const reply = await connection.exchange(exchange.request);
    if (reply.status === 503) {
      // A machine that is too busy says so; the report does as well.
      this.#refused += 1;
      this.#open.delete(exchange.email);
      return;
    }
    const fault = exchange.faultOf(reply);
    if (fault !== undefined)
      throw new Error(`${fault} ${reply.status} ${reply.body.toString("utf8", 0, 400)}`);
    this.#written += 1;
  }

  #take({ path, id, email = "" }: Arrival): void {
    if (this.#seen.has(id)) {
      this.#repeated += 1;
      return;
    }
    this.#seen.add(id);
    this.#lastMs = performance.now();
    if (this.#firstMs === 0) this.#firstMs = this.#lastMs;
    const written = this.#open.get(email);
    if (written === undefined || path === this.#plan.hung) return;
    this.#latencies.record(Math.max(1, Math.round((this.#lastMs - written.dueMs) * 1_000)));
    written.missing -= 1;
    if (written.missing === 0) this.#open.delete(email);
  }

  async #arrived(): Promise<void> {
    const { expected = 0, hung, patienceMs } = this.#plan;
    this.#lastMs = Math.max(this.#lastMs, performance.now());
    const isDone = () =>
      this.#seen.size >= expected &&
      [...this.#open.values()].every(({ missing }) => missing <= (hung === undefined ? 0 : 1));
    const beganMs = performance.now();
    while (!isDone()) {
      if (performance.now() - Math.max(beganMs, this.#lastMs) > patienceMs) {
        const missing = expected === 0 ? this.#open.size : expected - this.#seen.size;
        throw new Error(`${missing} did not arrive within ${patienceMs} ms; ${this.#seen.size} have.`);
      }
      await delay(5);
    }
  }
}
