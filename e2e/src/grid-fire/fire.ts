import { Dice, until } from "@jst/testing";
import type { Page } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { assertNoFault, type AtConsole } from "../console.ts";
import { allOf, asked, kill } from "../killing.ts";
import { PersonAtGrid, type PersonAct } from "./acts.ts";
import { DisputedCells } from "./disputed-cells.ts";
import { COLUMNS, GridModel, type Act, type Change, type Stored } from "./model.ts";
import { isGivenUp, isUndo, type LossyNetwork, type SentWrite } from "./network.ts";
import { openFire } from "./open-fire.ts";
import { SecondEditor } from "./second-editor.ts";

/** Sizes of a run. */
export interface FireOf {
  seed: number;
  acts: number;
  /** Whether the data service is killed once in each round. */
  kills: boolean;
}

const ROUND = 25;
const QUIET_MS = 120_000;
/** Codes of refusals of what another person has changed meanwhile. */
const CONFLICTS: ReadonlySet<string> = new Set(["version_conflict", "changeset_conflict"]);

/** Counts of a run, for a report. */
interface Counts {
  acts: number;
  written: number;
  /** Refused writes and undos by the code of the problem. */
  refused: Record<string, number>;
  undone: number;
  redone: number;
  /** Undos to which no answer came. */
  unanswered: number;
  kills: number;
}

/** The grid of a table under fire: random acts, lost answers, a second editor, and kills. */
export class GridUnderFire {
  readonly counts: Counts = {
    ...{ acts: 0, written: 0, refused: {}, undone: 0, redone: 0 },
    ...{ unanswered: 0, kills: 0 },
  };
  readonly #dice: Dice;
  readonly #owner: AtConsole;
  readonly #token: string;
  readonly #path: string;
  readonly #network: LossyNetwork;
  readonly #person: PersonAtGrid;
  readonly #editor: SecondEditor;
  readonly #model: GridModel;
  /** Acts of the page that can be undone and done again, as a person expects it. */
  #written: { change: string; act: Act }[] = [];
  #undone: Act[] = [];
  #judged = 0;
  /** Pressed so far; an undo is sent in its turn. */
  #undos = 0;
  readonly #read = new Set<string>();
  #lately: Act | undefined;
  readonly #disputed = new DisputedCells();

  private constructor(
    of: FireOf,
    { owner, token, path, rows, network }: Awaited<ReturnType<typeof openFire>>,
  ) {
    this.#dice = new Dice(of.seed);
    [this.#owner, this.#token, this.#path, this.#network] = [owner, token, path, network];
    const items = rows.map(({ data }) => String(data["item"]));
    this.#person = new PersonAtGrid(owner.page, this.#dice, items);
    this.#model = new GridModel(rows);
    const lately = () => (this.#lately === undefined ? undefined : this.#lately.edits[0]);
    this.#editor = new SecondEditor({
      token,
      dice: new Dice(of.seed + 1),
      path: `/api/v1/${path}`,
      rows,
      lately,
    });
  }

  static async open(page: Page, of: FireOf): Promise<GridUnderFire> {
    return new GridUnderFire(of, await openFire(page, of.seed));
  }

  /** Does all acts; after each round the screen, the API and the model are equal. */
  async run({ acts, kills }: FireOf): Promise<Counts> {
    while (this.counts.acts < acts) {
      await this.#round(Math.min(ROUND, acts - this.counts.acts), kills);
      assertNoFault(this.#owner);
    }
    return this.counts;
  }

  get lost(): number {
    return this.#network.lost();
  }

  async #round(size: number, kills: boolean): Promise<void> {
    this.#editor.start();
    const acts: PersonAct[] = [];
    let killing: Promise<void> | undefined;
    const killAt = kills ? this.#dice.number(size) : -1;
    for (let n = 0; n < size;) {
      if (n >= killAt && killAt >= 0 && killing === undefined) killing = this.#kill();
      if (this.#mayUndo(acts) && this.#dice.number(6) === 0) acts.push(...(await this.#goBack()));
      else acts.push(await this.#wrote());
      this.counts.acts += acts.length - n;
      n = acts.length;
    }
    await killing;
    await this.#editor.stop();
    await this.#becomesQuiet();
    await this.#judge(acts);
    await this.#agree();
  }

  async #kill(): Promise<void> {
    await kill("data");
    this.counts.kills += 1;
  }

  async #wrote(): Promise<PersonAct> {
    const act = await this.#person.write();
    if (act.kind !== "write") return act;
    this.#lately = act;
    this.#model.tried(act);
    return act;
  }

  /** Tests whether there surely is something to undo. */
  #mayUndo = (acts: readonly PersonAct[]): boolean =>
    this.#written.length - acts.filter(({ kind }) => kind !== "write").length > 3;

  /** Undoes one or several acts, and does some of them again. */
  async #goBack(): Promise<PersonAct[]> {
    const acts: PersonAct[] = [];
    for (let n = this.#dice.number(3); n >= 0; n -= 1) {
      acts.push(await this.#person.undo());
      this.#undos += 1;
    }
    if (this.#dice.number(2) === 0) return acts;
    await this.#becomesQuiet();
    for (let n = this.#dice.number(acts.length); n >= 0; n -= 1) acts.push(await this.#person.redo());
    return acts;
  }

  /**
   * Waits until each write of the page is answered; what got lost at last is tried again, as the page offers it. An
   * undo without an answer stays as it is.
   */
  async #becomesQuiet(): Promise<void> {
    const { page } = this.#owner;
    await until("the page is quiet", QUIET_MS, async () => {
      const saving = await page.locator('[role="grid"] [data-state="saving"]').count();
      const again = page.getByRole("button", { name: "Try again", exact: true }).first();
      if ((await again.count()) > 0) await again.click({ timeout: 1_000 }).catch(() => undefined);
      const { writes } = this.#network;
      const isSent = writes.filter(isUndo).length === this.#undos;
      const isAnswered = isSent && writes.every((write) => write.answer !== undefined || isGivenUp(write));
      return (saving === 0 && isAnswered && (await again.count()) === 0) || undefined;
    });
    await page.evaluate(TWO_FRAMES);
  }

  /** Compares each act with its write, in their order, and each write with what is stored. */
  async #judge(acts: readonly PersonAct[]): Promise<void> {
    const writes = this.#network.writes.slice(this.#judged);
    this.#judged += writes.length;
    const changes: { id: string; act: Act | undefined }[] = await this.#givenUp(writes);
    this.#disputed.clear();
    for (const [id, act] of this.#editor.written) if (!this.#read.has(id)) this.#disputed.add(act);
    let pairs: { act: PersonAct; write: SentWrite; redone: Act | undefined }[] = [];
    const follow = () => {
      pairs.sort((one, other) => one.write.place - other.write.place);
      changes.push(...pairs.flatMap(({ act, write, redone }) => this.#outcome(act, write, redone)));
      pairs = [];
    };
    let at = 0;
    for (const [n, act] of acts.entries()) {
      // The first of several redos is pressed once everything before it is answered.
      if (act.kind === "redo" && acts[n - 1]?.kind !== "redo") follow();
      if (act.kind === "redo" && this.#undone.length === 0) continue;
      const write = writes[at++];
      assert.ok(write, `each act is sent: ${JSON.stringify(act)}`);
      // A redo that got lost is answered after later acts, but takes its act when it is pressed.
      pairs.push({ act, write, redone: act.kind === "redo" ? this.#undone.pop() : undefined });
    }
    follow();
    assert.deepEqual(writes.slice(at), [], "nothing else is sent");
    for (const [id, act] of this.#editor.written) if (!this.#read.has(id)) changes.push({ id, act });
    for (const { id, act } of changes) {
      // The repeated undo answers with the change that its first run made.
      if (this.#read.has(id)) continue;
      if (act !== undefined) this.#model.tried(act);
      this.#read.add(id);
      this.#model.add((await asked(this.#token, `changesets/${id}`)) as unknown as Change, act);
    }
    this.#model.settle();
  }

  /** Finds the changes by undos that a kill has cut off, which no answer has named. */
  async #givenUp(writes: readonly SentWrite[]): Promise<{ id: string; act: undefined }[]> {
    const unknown = writes.filter((write) => isGivenUp(write) && write.changes.size === 0);
    if (unknown.length === 0) return [];
    const all = await allOf<Change>(this.#token, "changesets?status=executed", "changesets");
    const undos = all.filter(({ undo_of: of }) => unknown.some(({ path }) => path.includes(`/${of}/undo`)));
    return undos.map(({ id }) => ({ id, act: undefined }));
  }

  /** Follows an act as a person expects it to go; returns the change that it made. */
  #outcome(
    act: PersonAct,
    write: SentWrite,
    redone: Act | undefined,
  ): { id: string; act: Act | undefined }[] {
    const told = JSON.stringify({
      act,
      write,
      changes: [...write.changes],
      written: this.#written.slice(-4),
    });
    assert.ok(write.changes.size <= 1, `a write is done once: ${told}`);
    const isDone = (write.answer ?? 0) < 300;
    const [id] = write.changes;
    if (!isDone) assert.equal(id, undefined, `a refused write does nothing: ${told}`);
    if (act.kind === "undo") {
      const undone = this.#written.at(-1);
      assert.ok(write.path.includes(`/changesets/${undone?.change}/undo`), `the last act is undone: ${told}`);
      if (!isGivenUp(write)) this.#written.pop();
      if (!isGivenUp(write) && isDone && undone !== undefined) this.#undone.push(undone.act);
      this.#disputed.add(undone?.act);
      if (!isDone) this.#refuse(write, undefined, told);
      else this.counts[isGivenUp(write) ? "unanswered" : "undone"] += 1;
      return id === undefined ? [] : [{ id, act: undefined }];
    }
    const written: Act | undefined = act.kind === "write" ? act : redone;
    assert.ok(written !== undefined && !write.path.endsWith("/undo"), `a write is sent: ${told}`);
    const values = written.edits.flatMap(({ value }) => (value === undefined ? [] : [value]));
    for (const value of values) assert.ok(write.body.includes(JSON.stringify(value)), `in turn: ${told}`);
    if (!isDone) this.#refuse(write, written, told);
    else this.counts[act.kind === "redo" ? "redone" : "written"] += 1;
    if (!isDone || id === undefined) return [];
    if (act.kind === "write") this.#undone = [];
    this.#written.push({ change: id, act: written });
    return [{ id, act: written }];
  }

  /** Counts a refusal, which must be of a cell that does not have what the person saw. */
  #refuse({ reply }: SentWrite, act: Act | undefined, told: string): void {
    const { code = "" } = JSON.parse(reply) as { code?: string };
    assert.ok(CONFLICTS.has(code), `only a conflict refuses: ${told}`);
    assert.ok(act === undefined || this.#disputed.has(act), `nobody has changed these cells: ${told}`);
    this.#disputed.add(act);
    this.counts.refused[code] = (this.counts.refused[code] ?? 0) + 1;
  }

  /** Waits until the screen shows what the API lists, which must be what the model has. */
  async #agree(): Promise<void> {
    const { page } = this.#owner;
    const dismiss = page.getByRole("button", { name: "Dismiss", exact: true });
    while ((await dismiss.count()) > 0) await dismiss.first().click();
    const listed = await asked(this.#token, `${this.#path}?sort=created_at:asc&limit=200`);
    const rows = (listed["rows"] as Stored[]).map(({ id, version, data }) => ({ id, version, data }));
    assert.deepEqual(this.#model.rows(rows.map(({ id }) => id)), rows);
    const expected = rows.map(({ data }) => COLUMNS.map((column) => String(data[column] ?? "")));
    let shown: string[][] = [];
    const isShown = async () => {
      shown = (await page.evaluate<string[][]>(SHOWN)).filter((cells) => cells.some((text) => text !== ""));
      return JSON.stringify(shown) === JSON.stringify(expected) || undefined;
    };
    await until("the screen is as the API", 30_000, isShown).catch(() => undefined);
    assert.deepEqual(shown, expected, "the screen shows what the API lists");
  }
}

/** After so long a page has drawn what it was answered. */
const TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";
const SHOWN = `[...document.querySelectorAll('[role="row"][aria-rowindex]:not([aria-rowindex="1"])')].map((row) =>
  [...row.querySelectorAll("[data-at]")].map(({ innerText }) => innerText.trim().replaceAll(",", "").replace("\\u2212", "-")))`;
