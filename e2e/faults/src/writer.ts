import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Request } from "../../src/http.ts";
import type { Outcome, Write } from "../checker/history.ts";
import type { Random } from "./random.ts";
import { ask, type Told } from "./requests.ts";

/** Options of a writer: its team, pace and numbers. */
export interface WriterOptions {
  team: string;
  token: string;
  writesPerSecond: number;
  random: Random;
  now: () => number;
}

/** A stream of writes, and everything it has seen. */
export interface Writer {
  writes: Write[];
  /** Acknowledged so far. */
  count(): number;
  /** Counts the writes that the pace asks for and nobody has acknowledged yet. */
  owed(): number;
  /** Ends once every write under way has ended. */
  stop(): Promise<void>;
}

/** More at once than this are not sent: the clients wait, as clients do. What waits is sent once there is room. */
const underwayMax = 32;
/** A client that was told nothing, or that it cannot be now, goes on after this long. */
const retryPauseMs = 250;
/** Contacts that may still be changed. */
const recentMax = 500;
const tickMs = 5;

/**
 * Creates contacts and changes them until it is told to stop, at a pace that does not wait for answers. The pace is of
 * acknowledged writes: what a fault has held up or left unknown is made up for as fast as the path bears.
 */
export function startWriter(options: WriterOptions): Writer {
  const writing = new Writing(options);
  const begun = options.now();
  const owed = () => {
    const due = Math.floor(((options.now() - begun) / 1_000) * options.writesPerSecond);
    return Math.max(0, due - writing.acknowledged);
  };
  const timer = setInterval(() => {
    const room = Math.min(owed(), underwayMax) - writing.underway.size;
    for (let n = 0; n < room; n += 1) writing.next();
  }, tickMs);
  return {
    writes: writing.writes,
    count: () => writing.acknowledged,
    owed,
    stop: async () => {
      clearInterval(timer);
      writing.isOver.abort();
      while (writing.underway.size > 0) await Promise.all(writing.underway);
    },
  };
}

class Writing {
  readonly writes: Write[] = [];
  readonly underway = new Set<Promise<void>>();
  readonly isOver = new AbortController();
  acknowledged = 0;
  readonly #options: WriterOptions;
  /** Contacts nobody is changing now. */
  readonly #idle: string[] = [];
  #number = 0;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Three creations to one change; every fifth change is two at once, which must come out in one order. */
  next(): void {
    const { random } = this.#options;
    const contact = random.next() < 0.25 ? this.#takeIdle() : undefined;
    if (contact === undefined) this.#begin(this.#create());
    else this.#begin(this.#change(contact, random.next() < 0.2 ? 2 : 1));
  }

  #begin(work: Promise<void>): void {
    const tracked = work.finally(() => this.underway.delete(tracked));
    this.underway.add(tracked);
  }

  /** A creation of which nothing was heard is repeated once under its key, which must not make a second contact. */
  async #create(): Promise<void> {
    const write = this.#newWrite(null);
    const { token } = this.#options;
    const headers = { "idempotency-key": randomUUID() };
    const body = { first_name: write.marker, title: write.marker };
    const request: Request = { method: "POST", path: "/api/v1/contacts", token, headers, body };
    const first = await ask(request);
    const told = outcomeOf(first) === "unknown" ? await ask(request) : first;
    this.#record(write, outcomeOf(told) === "ok" ? told : first);
    if (write.contact !== null) this.#makeIdle(write.contact);
    else await this.#pause();
  }

  async #change(contact: string, times: number): Promise<void> {
    const changes = Array.from({ length: times }, async () => {
      const write = this.#newWrite(contact);
      const path = `/api/v1/contacts/${contact}`;
      const { token } = this.#options;
      return this.#record(write, await ask({ method: "PATCH", path, token, body: { title: write.marker } }));
    });
    const outcomes = await Promise.all(changes);
    this.#makeIdle(contact);
    if (!outcomes.includes("ok")) await this.#pause();
  }

  /** A pause that a stop ends. */
  #pause(): Promise<void> {
    return delay(retryPauseMs, undefined, { signal: this.isOver.signal }).catch(() => undefined);
  }

  #newWrite(contact: string | null): Write {
    const { team, now } = this.#options;
    this.#number += 1;
    const marker = `${team} ${this.#number}`;
    const sentMs = now();
    const write: Write = {
      team,
      contact,
      marker,
      outcome: "unknown",
      version: null,
      sentMs,
      endedMs: sentMs,
    };
    // Kept before it is sent, so that no write is ever without a record.
    this.writes.push(write);
    return write;
  }

  #record(write: Write, told: Told): Outcome {
    write.endedMs = this.#options.now();
    write.outcome = outcomeOf(told);
    if (write.outcome !== "ok") return write.outcome;
    const { id, version } = told?.body as { id: string; version: number };
    write.contact = id;
    write.version = version;
    this.acknowledged += 1;
    return "ok";
  }

  #makeIdle(contact: string): void {
    this.#idle.push(contact);
    if (this.#idle.length > recentMax) this.#idle.shift();
  }

  #takeIdle(): string | undefined {
    if (this.#idle.length === 0) return undefined;
    return this.#idle.splice(this.#options.random.between(0, this.#idle.length - 1), 1)[0];
  }
}

/** Only what says that nothing was done is a refusal; a 503 may stand for a commit whose answer was lost. */
function outcomeOf(told: Told): Outcome {
  if (told === undefined || told.status >= 500) return "unknown";
  return told.status < 300 ? "ok" : "refused";
}
