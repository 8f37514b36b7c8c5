import type { Dice } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { sendUnlessDown } from "../killing.ts";
import { COLUMNS, type Act, type ActEdit, type CellValue, type ColumnName, type Stored } from "./model.ts";

const PAUSE_MS = 600;
const ROWS_MAX = 6;

interface EditorOf {
  token: string;
  dice: Dice;
  /** Path of the rows of the table. */
  path: string;
  rows: readonly Stored[];
  /** A cell that the person at the page has written lately. */
  lately: () => { item: string; column: ColumnName } | undefined;
}

/** Another editor of the table, who writes by the API. */
export class SecondEditor {
  readonly #of: EditorOf;
  /** Written acts by the ids of their changes. */
  readonly written = new Map<string, Act>();
  #values = 0;
  #made = 0;
  #isStopped = false;
  #running: Promise<void> = Promise.resolve();

  constructor(of: EditorOf) {
    this.#of = of;
  }

  start(): void {
    this.#isStopped = false;
    this.#running = this.#run();
  }

  /** Stops once the write under way is answered. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      await this.#write();
      await delay(this.#of.dice.number(PAUSE_MS));
    }
  }

  async #write(): Promise<void> {
    const { dice, path } = this.#of;
    const kind = dice.number(10);
    if (kind === 0 && this.#made < ROWS_MAX) {
      const data = { item: `other ${(this.#made += 1)}`, note: this.#text() };
      await this.#send("POST", path, { data }, { edits: [], creates: [data] });
    } else if (kind < 3) {
      const rows = dice.some(this.#of.rows).slice(0, 3);
      const edits = rows.map(({ data }) => this.#edit(String(data["item"]), this.#column()));
      const items = edits.map((edit, at) => ({ id: rows[at]?.id, data: dataOf([edit]) }));
      await this.#send("POST", `${path}:batch`, { rows: items }, { edits, creates: [] });
    } else {
      const cell = dice.number(3) === 0 ? this.#of.lately() : undefined;
      const row = this.#of.rows.find(({ data }) => data["item"] === cell?.item) ?? dice.one(this.#of.rows);
      const edit = this.#edit(String(row.data["item"]), cell?.column ?? this.#column());
      await this.#send(
        "PATCH",
        `${path}/${row.id}`,
        { data: dataOf([edit]) },
        { edits: [edit], creates: [] },
      );
    }
  }

  async #send(method: string, path: string, body: object, act: Act): Promise<void> {
    const headers = { "idempotency-key": randomUUID() };
    for (;;) {
      const request = { method, path, body, headers, token: this.#of.token };
      const answer = await sendUnlessDown(request);
      if (answer === undefined) continue;
      assert.ok(answer.status < 300, JSON.stringify(answer.body));
      this.written.set(answer.headers.get("x-changeset-id") ?? assert.fail("a write has a change"), act);
      return;
    }
  }

  #column = (): ColumnName => this.#of.dice.one(COLUMNS.slice(1));

  #text = (): string => `e${(this.#values += 1)}`;

  #edit(item: string, column: ColumnName): ActEdit {
    const isText = column === "note" || column === "label";
    // The person at the page writes positive numbers.
    const value: CellValue = isText ? this.#text() : -(this.#values += 1);
    return { item, column, value };
  }
}

const dataOf = (edits: readonly ActEdit[]): object =>
  Object.fromEntries(edits.map(({ column, value }) => [column, value]));
