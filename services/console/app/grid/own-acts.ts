import { isRefusal } from "../answers.ts";
import type { OwnAct, UndoneAct } from "../approvals/changesets.ts";

/** So many own writes of a table can be undone one after the other. */
const ACTS_MAX = 100;

/** Acts that a window has written to rows of a table and can undo, and acts that it has undone and can do again. */
export class OwnActs {
  #written: readonly OwnAct[] = [];
  #undone: readonly OwnAct[] = [];
  /** Acts whose undo is under way, by the name of the undo. */
  readonly #taken = new Map<string, OwnAct | undefined>();

  /** Adds a write; another one than a redo ends what can be done again. */
  write(ids: readonly string[], isRedo: boolean): void {
    this.#add({ ids, isProposal: false, key: crypto.randomUUID() });
    if (!isRedo) this.#undone = [];
  }

  /** Adds a proposal in place of those that it replaces. */
  propose(id: string, replaced: readonly string[]): void {
    this.#written = this.#written.filter((act) => !act.isProposal || !replaced.includes(act.ids[0] ?? ""));
    this.#add({ ids: [id], isProposal: true, key: crypto.randomUUID() });
  }

  /** Takes the last act for an undo; the same one for each request of this undo. */
  take(undo: string): OwnAct | undefined {
    if (!this.#taken.has(undo)) {
      this.#taken.set(undo, this.#written.at(-1));
      this.#written = this.#written.slice(0, -1);
    }
    return this.#taken.get(undo);
  }

  /** Ends an undo that was answered; returns its act. */
  answer(undo: string, done: UndoneAct | undefined): OwnAct | undefined {
    const act = this.#end(undo);
    const isWhole = done !== undefined && done.refused.length === 0 && done.waiting.length === 0;
    if (act !== undefined && !act.isProposal && isWhole) this.#undone = [...this.#undone, act];
    return act;
  }

  /** Ends an undo that failed; without an answer it can be repeated under its key. */
  fail(undo: string, error: Error): void {
    const act = this.#end(undo);
    if (act !== undefined && !isRefusal(error)) this.#add(act);
  }

  /** The changes that a redo does again. */
  get toRedo(): readonly string[] {
    return this.#undone.at(-1)?.ids ?? [];
  }

  /** Leaves out what a redo has begun to do again. */
  redo(): void {
    this.#undone = this.#undone.slice(0, -1);
  }

  #end(undo: string): OwnAct | undefined {
    const act = this.#taken.get(undo);
    this.#taken.delete(undo);
    return act;
  }

  #add(act: OwnAct): void {
    this.#written = [...this.#written, act].slice(-ACTS_MAX);
  }
}
