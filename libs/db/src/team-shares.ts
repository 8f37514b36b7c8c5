import { TeamQueue } from "./team-queue.ts";

/** What stands for work that belongs to no team. */
export const noTeam = "";

/** A team may hold this many times what it leaves free. */
const HELD_PER_FREE = 4;

/**
 * Connections of one pool, shared by teams: nobody may take all of them, however many are idle, and those who wait are
 * served in turn, one request of each team after another. A team that holds none may take the last one; what it holds
 * more must leave a quarter as much free. So one team alone uses four fifths of a pool, several that work as hard the
 * less each, and whoever comes next does not wait for any of their work to end (ADR 46). Work without a team waits in
 * turn as a team does, and is not bounded.
 */
export class TeamShares<Waiter> {
  readonly #size: number;
  readonly #held = new Map<string, number>();
  #heldByAll = 0;
  readonly #queue = new TeamQueue<Waiter>();

  constructor(size: number) {
    this.#size = size;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** True when the team may hold one more now. */
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

  /** Takes a connection for the next in turn who may have one, who waits no longer; undefined when there is nobody. */
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
