import type { Dice } from "@jst/testing";
import type { Locator, Page } from "@jst/testing/browser";
import { COLUMNS, type Act, type ActEdit, type CellValue, type ColumnName } from "./model.ts";

/** An act of a person at the grid. */
export type PersonAct = { kind: "undo" | "redo" } | ({ kind: "write" } & Act);

interface Block {
  top: number;
  height: number;
  columns: readonly ColumnName[];
}

const CREATED_MAX = 12;
const TEXTS: readonly ColumnName[] = ["note", "label"];
const NUMBERS: readonly ColumnName[] = ["count", "size"];

/** A person at the grid of a table, who edits, pastes, fills and empties random cells by mouse and keyboard. */
export class PersonAtGrid {
  readonly #page: Page;
  readonly #dice: Dice;
  /** Names of the rows that are always there, in their order from the top. */
  readonly #items: readonly string[];
  #values = 0;
  #made = 0;

  constructor(page: Page, dice: Dice, items: readonly string[]) {
    this.#page = page;
    this.#dice = dice;
    this.#items = items;
  }

  /** Writes random cells. */
  async write(): Promise<PersonAct> {
    const kind = this.#dice.number(20);
    if (kind < 9) return this.#edit();
    if (kind < 13) return this.#paste();
    if (kind < 15) return this.#fillDown();
    if (kind < 17) return this.#fillRight();
    if (kind < 19 || this.#made >= CREATED_MAX) return this.#empty();
    return this.#create();
  }

  async undo(): Promise<PersonAct> {
    await this.#toGrid();
    await this.#page.keyboard.press("Control+z");
    return { kind: "undo" };
  }

  async redo(): Promise<PersonAct> {
    await this.#toGrid();
    await this.#page.keyboard.press(this.#dice.one(["Control+y", "Control+Shift+z"]));
    return { kind: "redo" };
  }

  async #edit(): Promise<PersonAct> {
    const [row, column] = [this.#row(), this.#dice.one(COLUMNS.slice(1))];
    const value = this.#value(column);
    await this.#cell(row, column).click();
    if (this.#dice.number(2) === 0) await this.#page.keyboard.press("Enter");
    if (await this.#isEditing()) await this.#page.keyboard.press("Control+a");
    await this.#page.keyboard.type(String(value));
    await this.#page.keyboard.press(this.#dice.one(["Enter", "Tab"]));
    return this.#acted([{ item: this.#items[row] ?? "", column, value }]);
  }

  async #paste(): Promise<PersonAct> {
    const block = this.#block(4);
    const edits = this.#cellsOf(block, (item, column) => ({ item, column, value: this.#value(column) }));
    const lines = Array.from({ length: block.height }, (_, at) =>
      edits.slice(at * block.columns.length, (at + 1) * block.columns.length).map(({ value }) => value),
    );
    await this.#cell(block.top, block.columns[0] ?? "note").click();
    await this.#pasteText(lines);
    return this.#acted(edits);
  }

  async #fillDown(): Promise<PersonAct> {
    const block = this.#block(4, 2);
    await this.#select(block);
    await this.#page.keyboard.press("Control+d");
    const first = this.#items[block.top] ?? "";
    const rest = { ...block, top: block.top + 1, height: block.height - 1 };
    return this.#acted(this.#cellsOf(rest, (item, column) => this.#copied(item, column, first, column)));
  }

  async #fillRight(): Promise<PersonAct> {
    const columns = this.#dice.one([TEXTS, NUMBERS]);
    const block = { ...this.#block(3), columns };
    const [from = "note", to = "label"] = columns;
    await this.#select(block);
    await this.#page.keyboard.press("Control+r");
    return this.#acted(
      this.#cellsOf({ ...block, columns: [to] }, (item, column) => this.#copied(item, column, item, from)),
    );
  }

  #copied = (item: string, column: ColumnName, from: string, of: ColumnName): ActEdit => ({
    ...{ item, column },
    from: { item: from, column: of },
  });

  async #empty(): Promise<PersonAct> {
    const block = this.#block(3);
    await this.#select(block);
    await this.#page.keyboard.press("Delete");
    return this.#acted(this.#cellsOf(block, (item, column) => ({ item, column, value: null })));
  }

  /** Pastes rows over the blank one below the last row. */
  async #create(): Promise<PersonAct> {
    const creates = Array.from({ length: 1 + this.#dice.number(2) }, () => ({
      item: `new ${(this.#made += 1)}`,
      note: this.#value("note"),
    }));
    await this.#page.locator('[role="row"]').last().locator('[aria-colindex="2"]').click();
    await this.#pasteText(creates.map(({ item, note }) => [item, note]));
    return { kind: "write", edits: [], creates };
  }

  async #pasteText(lines: readonly (readonly (CellValue | undefined)[])[]): Promise<void> {
    const text = lines.map((cells) => cells.join("\t")).join("\n");
    await this.#page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await this.#page.keyboard.press("Control+v");
  }

  async #select({ top, height, columns }: Block): Promise<void> {
    await this.#cell(top, columns[0] ?? "note").click();
    for (let row = 1; row < height; row += 1) await this.#page.keyboard.press("Shift+ArrowDown");
    for (let column = 1; column < columns.length; column += 1)
      await this.#page.keyboard.press("Shift+ArrowRight");
  }

  /** Goes to the first cell, so that keys of undo are those of the grid. */
  #toGrid = (): Promise<void> => this.#cell(0, "item").click();

  #isEditing = async (): Promise<boolean> => (await this.#page.locator(".grid-editor").count()) > 0;

  #acted = (edits: ActEdit[]): PersonAct => ({ kind: "write", edits, creates: [] });

  #cellsOf({ top, height, columns }: Block, make: (item: string, column: ColumnName) => ActEdit): ActEdit[] {
    const items = this.#items.slice(top, top + height);
    return items.flatMap((item) => columns.map((column) => make(item, column)));
  }

  #row = (): number => this.#dice.number(this.#items.length);

  #block(most: number, least = 1): Block {
    const height = least + this.#dice.number(most - least + 1);
    const left = 1 + this.#dice.number(COLUMNS.length - 1);
    const width = 1 + this.#dice.number(2);
    const top = this.#dice.number(this.#items.length - height + 1);
    return { top, height, columns: COLUMNS.slice(left, left + width) };
  }

  /** A value that no cell has had. */
  #value(column: ColumnName): CellValue {
    this.#values += 1;
    return TEXTS.includes(column) ? `t${this.#values}` : this.#values;
  }

  #cell = (row: number, column: ColumnName): Locator =>
    this.#page.locator(`[data-at="${row}:${COLUMNS.indexOf(column)}"]`);
}
