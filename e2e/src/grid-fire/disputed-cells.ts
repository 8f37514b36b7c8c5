import type { Act } from "./model.ts";

/** Cells that may not have what the person has seen: others have written them, or they were undone or refused. */
export class DisputedCells {
  readonly #cells = new Set<string>();

  clear(): void {
    this.#cells.clear();
  }

  /** Adds the cells of an act. */
  add(act: Act | undefined): void {
    for (const cell of cellsOf(act)) this.#cells.add(cell);
  }

  /** Tests whether one of the cells of an act is disputed. */
  has = (act: Act): boolean => cellsOf(act).some((cell) => this.#cells.has(cell));
}

const cellsOf = (act: Act | undefined): string[] =>
  (act?.edits ?? []).map(({ item, column }) => `${item} ${column}`);
