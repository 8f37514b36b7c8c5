import { readList } from "../read/row-scanner.ts";
import { detached } from "./distinct.ts";

/** Limits of a column of lists: its items, their characters, and cells in which an item stands on average. */
const MAX = { items: 50, chars: 100 };
const USES_MIN = 3;
const ROWS_MIN = 10;
/** Share of cells with several items from which on a column is one of lists. */
const LISTS_MIN = 0.05;

/** Collector of words that cells set apart by commas, in bounded memory. */
export class ListItems {
  readonly #items = new Set<string>();
  #cells = 0;
  #lists = 0;
  #uses = 0;
  #isOver = false;

  add(text: string): void {
    if (this.#isOver) return;
    const items = /[",]/.test(text) ? readList(text) : [text];
    this.#cells += 1;
    if (items.length > 1) this.#lists += 1;
    for (const item of items) {
      this.#uses += 1;
      if (!this.#items.has(item)) this.#items.add(detached(item));
      this.#isOver ||= item.length > MAX.chars || this.#items.size > MAX.items;
    }
  }

  /**
   * Returns the words if they recur in the distinct texts of the column; undefined for a column of other texts. Names
   * such as "Berlin, Germany" have more words than texts, because each of their words belongs to few texts.
   */
  choices(distinct: number): string[] | undefined {
    const isOfLists = !this.#isOver && this.#cells >= ROWS_MIN && this.#lists >= LISTS_MIN * this.#cells;
    const recur = this.#items.size <= distinct && USES_MIN * this.#items.size <= this.#uses;
    return isOfLists && recur ? [...this.#items] : undefined;
  }

  /** Share of words that stand in an earlier cell too, from 0 to 1. */
  get confidence(): number {
    return 1 - this.#items.size / this.#uses;
  }
}
