import { TeamQueue } from "./team-queue.ts";

/** Key of work that belongs to no team. */
export const noTeam = "";

/** A team may hold this many times what it leaves free. */
const HELD_PER_FREE = 4;

/**
 * Shares the connections of one pool among teams. No team may have all of them, however many are idle. Waiters are
 * served in turn, one request of each team after another. A team without a connection may have the last one; a further
 * one must leave a quarter as much free. So one team alone uses four fifths of a pool, and several busy ones use less
 * each. A newcomer is served soon.
 */
export class TeamShares<Waiter> {
  readonly #size: number;
  readonly #held = new Map<string, number>();
  #heldByAll = 0;
  readonly #queue = new TeamQueue<Waiter>();

  constructor(size: number) {
    this.#size = size;
  }

  /** Number of requests that wait for a connection. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** True if the team may have one more connection now. */
  mayTake(team: string): boolean {
    const held = this.#held.get(team) ?? 0;
    return held === 0 || team === noTeam || held + 1 <= HELD_PER_FREE * (this.#size - this.#heldByAll - 1);
  }

  /** Counts a connection that the team has from now on. */
  take(team: string): void {
    this.#held.set(team, (this.#held.get(team) ?? 0) + 1);
    this.#heldByAll += 1;
  }

  /** Counts one that it has no more. */
  giveBack(team: string): void {
    const held = this.#held.get(team) ?? 0;
    if (held > 1) this.#held.set(team, held - 1);
    else this.#held.delete(team);
    this.#heldByAll -= 1;
  }

  /** Queues behind those of the team who wait already. */
  wait(team: string, waiter: Waiter): void {
    this.#queue.add(team, waiter);
  }

  /** Forgets one that waits no longer. */
  leave(team: string, waiter: Waiter): void {
    this.#queue.delete(team, waiter);
  }

  /** Assigns a connection to the next waiter that may have one; undefined if there is none. */
  next(): Waiter | undefined {
    const next = this.#queue.take((team) => this.mayTake(team));
    if (next !== undefined) this.take(next.team);
    return next?.waiter;
  }

  /** Everybody who waits, who then waits no longer. */
  takeAll(): Waiter[] {
    return this.#queue.takeAll();
  }
}
