import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestReply } from "@jst/testing";
import { refusal, testSheets } from "../../testing/test-sheets.ts";
import { fillTrash } from "../../testing/test-trash.ts";
import { carried } from "./rewritten-cells.ts";
import type { ColumnType } from "../types/types.ts";

const { sheet, database, door } = await testSheets();
type Sheet = Awaited<ReturnType<typeof sheet>>;

/** Numbers from 0 to 1 that follow from the seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

interface Column {
  id: string;
  name: string;
  type: ColumnType;
}

/** A row as it is to be: every change of columns writes all rows, deleted ones too. */
interface Row {
  id: string;
  isDeleted: boolean;
  /** Replies to the last deletion and restore; each is undone once. */
  dropped?: TestReply | undefined;
  restored?: TestReply | undefined;
  cells: Map<string, unknown>;
}

/** A change of a column that can be undone, and what it did to which cells. */
interface Change {
  reply: TestReply;
  before: Column | undefined;
  after: Column | undefined;
  cells: { row: Row; was: unknown; is: unknown }[];
}

/** The service and what it is compared with: both do the same, one step after another. */
class Pair {
  readonly #s: Sheet;
  readonly #random: () => number;
  readonly #columns = new Map<string, Column>();
  readonly #rows: Row[] = [];
  readonly #changes: Change[] = [];
  readonly steps: string[] = [];

  constructor(s: Sheet, random: () => number) {
    this.#s = s;
    this.#random = random;
  }

  #one<T>(values: readonly T[]): T | undefined {
    return values[Math.floor(this.#random() * values.length)];
  }

  #at(row: Row) {
    return { caller: this.#s.caller, path: { ...this.#s.path, row_id: row.id } };
  }

  async step(): Promise<void> {
    const steps = [
      () => this.#makeRow(),
      () => this.#makeRow(),
      () => this.#patch(),
      () => this.#drop(),
      () => this.#drop(),
      () => this.#restore(),
      () => this.#undoRow(true),
      () => this.#undoRow(false),
      () => this.#makeColumn(),
      () => this.#retype(),
      () => this.#removeColumn(),
      () => this.#undoColumn(),
    ];
    await this.#one(steps)?.();
  }

  #cell(type: ColumnType): unknown {
    const value = Math.floor(this.#random() * 90);
    return type === "text" ? String(value) : value;
  }

  async #makeRow(): Promise<void> {
    const cells = new Map<string, unknown>();
    for (const { name, type } of this.#columns.values()) cells.set(name, this.#cell(type));
    const made = await this.#s.row(Object.fromEntries(cells));
    assert.equal(made.status, 201, JSON.stringify(made.body));
    this.#rows.push({ id: made.body.id as string, isDeleted: false, cells });
    this.steps.push(`row ${this.#rows.length - 1} ${JSON.stringify([...cells])}`);
  }

  async #patch(): Promise<void> {
    const row = this.#one(this.#rows.filter(({ isDeleted }) => !isDeleted));
    const column = this.#one([...this.#columns.values()]);
    if (row === undefined || column === undefined) return;
    const cell = this.#cell(column.type);
    const reply = await this.#s.patch(row.id, { [column.name]: cell });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    row.cells.set(column.name, cell);
    this.steps.push(`patch ${this.#rows.indexOf(row)} ${column.name} ${JSON.stringify(cell)}`);
  }

  async #drop(): Promise<void> {
    const row = this.#one(this.#rows.filter(({ isDeleted }) => !isDeleted));
    if (row === undefined) return;
    const reply = await door.call("DeleteRow", this.#at(row));
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    Object.assign(row, { isDeleted: true, dropped: reply });
    this.steps.push(`drop ${this.#rows.indexOf(row)}`);
  }

  async #restore(row = this.#one(this.#rows.filter(({ isDeleted }) => isDeleted))): Promise<void> {
    if (row === undefined) return;
    const reply = await door.call("UpdateRow", { ...this.#at(row), body: { action: "restore" } });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    Object.assign(row, { isDeleted: false, restored: reply });
    this.steps.push(`restore ${this.#rows.indexOf(row)}`);
  }

  /** Takes back the last deletion of a deleted row, or the last restoring of an active one. */
  async #undoRow(isDeleted: boolean): Promise<void> {
    const kind = isDeleted ? "dropped" : "restored";
    const row = this.#one(
      this.#rows.filter((each) => each.isDeleted === isDeleted && each[kind] !== undefined),
    );
    if (row?.[kind] === undefined) return;
    const undone = await this.#s.undo(row[kind]);
    assert.ok(undone.status === 200 || undone.status === 409, JSON.stringify(undone.body));
    row[kind] = undefined;
    row.isDeleted = undone.status === 200 ? !isDeleted : isDeleted;
    this.steps.push(`undo ${kind} ${this.#rows.indexOf(row)} ${undone.status}`);
  }

  /** Does to every row what a change of the column means. */
  #rewrite(
    reply: TestReply,
    [before, after]: [Column | undefined, Column | undefined],
    fill?: unknown,
  ): void {
    const name = (before ?? after)?.name ?? "";
    const cells: Change["cells"] = [];
    for (const row of this.#rows) {
      const was = row.cells.get(name) ?? null;
      const kept = before === undefined || after === undefined ? null : carriedTo(after, was);
      const is = after === undefined ? null : (kept ?? fill ?? null);
      row.cells.set(name, is);
      if (was !== is) cells.push({ row, was, is });
    }
    if (after === undefined) this.#columns.delete(name);
    else this.#columns.set(name, after);
    this.#changes.push({ reply, before, after, cells });
  }

  async #makeColumn(): Promise<void> {
    const name = this.#one(["a", "b"].filter((each) => !this.#columns.has(each)));
    if (name === undefined) return;
    const type = this.#one(["text", "integer"] as const) ?? "text";
    const fill = this.#random() < 0.5 ? undefined : this.#cell(type);
    const reply = await this.#s.create({ name, type, ...(fill === undefined ? {} : { default: fill }) });
    assert.equal(reply.status, 201, JSON.stringify(reply.body));
    this.#rewrite(reply, [undefined, { id: reply.body.id as string, name, type }], fill);
    this.steps.push(`make ${name} ${type} ${JSON.stringify(fill)}`);
  }

  async #retype(): Promise<void> {
    const column = this.#one([...this.#columns.values()]);
    if (column === undefined) return;
    const type = column.type === "text" ? "integer" : "text";
    const reply = await this.#s.update(column.name, { type });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    this.#rewrite(reply, [column, { ...column, type }]);
    this.steps.push(`retype ${column.name} ${type}`);
  }

  async #removeColumn(): Promise<void> {
    const column = this.#one([...this.#columns.values()]);
    if (column === undefined) return;
    const reply = await this.#s.remove(column.name);
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    this.#rewrite(reply, [column, undefined]);
    this.steps.push(`remove ${column.name}`);
  }

  /** Takes a change back, mostly the last one; what was written since is a conflict, upon which nothing happens. */
  async #undoColumn(): Promise<void> {
    const change = this.#random() < 0.5 ? this.#changes.at(-1) : this.#one(this.#changes);
    if (change === undefined) return;
    this.#changes.splice(this.#changes.indexOf(change), 1);
    const { reply, before, after, cells } = change;
    const undone = await this.#s.undo(reply);
    if (undone.status === 409) {
      assert.deepEqual(refusal(undone).slice(0, 2), [409, "changeset_conflict"]);
      this.steps.push("undo refused");
      return;
    }
    assert.equal(undone.status, 200, JSON.stringify(undone.body));
    const name = (before ?? after)?.name ?? "";
    this.steps.push(`undo to ${JSON.stringify(before)}`);
    // A column that is gone stays gone, and another column may have its name.
    if (after !== undefined && this.#columns.get(name)?.id !== after.id) return;
    if (before === undefined) this.#columns.delete(name);
    else this.#columns.set(name, before);
    const changed = new Map(cells.map((each) => [each.row, each]));
    for (const row of this.#rows) {
      const cell = row.cells.get(name) ?? null;
      const own = changed.get(row);
      const back = own !== undefined && own.is === cell ? own.was : cell;
      row.cells.set(name, before === undefined ? null : carriedTo(before, back));
    }
  }

  async compare(): Promise<void> {
    const names = [...this.#columns.keys()];
    for (const row of this.#rows.filter(({ isDeleted }) => !isDeleted)) {
      const { data } = (await door.call("GetRow", this.#at(row))).body as { data: Record<string, unknown> };
      const wanted = Object.fromEntries(names.map((name) => [name, row.cells.get(name) ?? null]));
      assert.deepEqual(data, wanted, `row ${this.#rows.indexOf(row)} after ${this.steps.join("; ")}`);
    }
  }

  async restoreAll(): Promise<void> {
    for (const row of this.#rows.filter(({ isDeleted }) => isDeleted)) await this.#restore(row);
  }
}

function carriedTo(column: Column, cell: unknown): unknown {
  return cell === null ? null : (carried({ type: column.type, options: {} }, cell, "UTC") ?? null);
}

for (const deleted of [0, 10_001])
  test(`rows deleted and restored among changes of columns, with ${deleted} more deleted ones, are as if all had been written`, async () => {
    for (let seed = 1; seed <= 5; seed += 1) {
      const s = await sheet([]);
      if (deleted > 0) for (const cells of [{}, { a: 1, b: 1 }]) await fillTrash(database, s, deleted, cells);
      const pair = new Pair(s, randomOf(seed * 7_919));
      for (let step = 0; step < 45; step += 1) await pair.step();
      await pair.compare();
      await pair.restoreAll();
      await pair.compare();
    }
  });
