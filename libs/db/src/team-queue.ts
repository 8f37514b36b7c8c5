/**
 * Queue of waiters for a resource that teams share: one of each team in turn, those of one team in their order. A team
 * at its limit is skipped and keeps its turn.
 */
export class TeamQueue<Waiter> {
  /** By team, the one whose turn is next at the start. */
  readonly #waiting = new Map<string, Set<Waiter>>();
  #size = 0;

  /** Number of waiting entries. */
  get size(): number {
    return this.#size;
  }

  /** Counts those of one team who wait. */
  sizeOf(team: string): number {
    return this.#waiting.get(team)?.size ?? 0;
  }

  /** Queues behind those of the team who wait already. */
  add(team: string, waiter: Waiter): void {
    const own = this.#waiting.get(team);
    if (own === undefined) this.#waiting.set(team, new Set([waiter]));
    else own.add(waiter);
    this.#size += 1;
  }

  /** Removes one that waits no longer; false if it does not wait. */
  delete(team: string, waiter: Waiter): boolean {
    const own = this.#waiting.get(team);
    if (own?.delete(waiter) !== true) return false;
    this.#size -= 1;
    if (own.size === 0) this.#waiting.delete(team);
    return true;
  }

  /** Removes and returns the next waiter among teams that may have more; undefined if there is none. */
  take(mayTake: (team: string) => boolean): { team: string; waiter: Waiter } | undefined {
    for (const [team, own] of this.#waiting) {
      const [waiter] = own;
      if (waiter === undefined || !mayTake(team)) continue;
      this.delete(team, waiter);
      // The others of the team have their turn after everybody else's.
      if (this.#waiting.delete(team)) this.#waiting.set(team, own);
      return { team, waiter };
    }
    return undefined;
  }

  /** Everybody who waits, who then waits no longer. */
  takeAll(): Waiter[] {
    const all = [...this.#waiting.values()].flatMap((own) => [...own]);
    this.#waiting.clear();
    this.#size = 0;
    return all;
  }
}
