import type { Page } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { dialog } from "./console-acts.ts";
import { assertNoFault, type AtConsole } from "./console.ts";
import { mintHumanToken } from "./fleet.ts";
import { heldIn } from "./held-texts.ts";
import { teamApi } from "./team-api.ts";

/** A team of which the console is to show much, and its owner there. */
export interface LongTeam {
  slug: string;
  token: string;
  owner: AtConsole;
}

const ROWS_AT_ONCE = 500;
const ROWS_HELD_MAX = 2_000;
const ROW_HEIGHT = 32;
const OPERATIONS_SHOWN_MAX = 200;
const CHANGESETS_OF_A_PAGE = 50;
/** A proposal of ten thousand operations is approved and undone in seconds. */
const PATIENCE = { timeout: 60_000 };

/** Fills a table of the name. */
async function fillTable(token: string, name: string, count: number): Promise<void> {
  const { call } = teamApi(() => token);
  const table = { name, display_name: name, columns: [{ name: "item", type: "text" }] };
  assert.equal((await call("POST", "data/tables", table)).status, 201);
  for (let at = 0; at < count; at += ROWS_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(ROWS_AT_ONCE, count - at) }, (_, n) => at + n);
    const rows = numbers.map((n) => ({ data: { item: `item ${n} of ${name}` } }));
    const { status } = await call("POST", `data/tables/${name}/rows:batch`, { rows });
    assert.ok(status < 300, String(status));
  }
}

/** A proposal of that many operations is read in pages, approved and undone; the same again is rejected. */
export async function decideLong({ slug, token, owner }: LongTeam, operations: number): Promise<void> {
  const { call } = teamApi(() => token);
  // The column and its table are two operations.
  await fillTable(token, "parts", operations - 2);
  const person = await mintHumanToken(slug);
  const propose = async () => {
    const column = { name: "place", type: "text", default: "shelf" };
    const { status, body } = await call("POST", "data/tables/parts/columns", column, person);
    assert.equal(status, 202);
    await owner.go(`/approvals/${(body as { changeset_id: string }).changeset_id}`);
  };
  const becomes = async (state: string, columns: number) => {
    await owner.page.locator(".pill", { hasText: state }).waitFor(PATIENCE);
    const { body } = await call("GET", "data/tables/parts");
    assert.equal((body as { columns: unknown[] }).columns.length, columns);
  };
  const say = async (name: string) => {
    await owner.page.getByRole("button", { name }).click();
    await dialog(owner.page).getByRole("button", { name }).click();
  };
  await propose();
  await assertAllShown(owner.page, operations);
  await owner.page.getByRole("button", { name: "Approve", exact: true }).click();
  await becomes("done", 2);
  await say("Undo");
  await becomes("undone", 1);
  await propose();
  await say("Reject");
  await becomes("rejected", 1);
  assertNoFault(owner);
}

/** Every operation is shown, and no more of them at once than the API answers. */
async function assertAllShown(page: Page, operations: number): Promise<void> {
  let shown = 0;
  await page.getByText(`Changes 1 to ${OPERATIONS_SHOWN_MAX} of ${operations}.`).waitFor();
  await eachPage(page, "section.operation:not(.equal) h3, section.operation.equal tbody tr", (titles) => {
    assert.ok(titles.length <= OPERATIONS_SHOWN_MAX);
    shown += titles.length;
  });
  assert.equal(shown, operations);
}

/** Pages through so many proposals and decides on the oldest. */
export async function reachAll({ slug, owner }: LongTeam, proposals: number): Promise<void> {
  await proposeMany(slug, proposals);
  const { page, go } = owner;
  await go("/approvals");
  const seen = new Set<string>();
  await eachPage(page, "ul.cards a", (summaries) => {
    assert.ok(summaries.length <= CHANGESETS_OF_A_PAGE);
    for (const summary of summaries) seen.add(summary);
  });
  assert.equal(seen.size, proposals);
  await page.locator("ul.cards a").last().click();
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await page.locator(".pill", { hasText: "done" }).waitFor(PATIENCE);
  await go("/approvals");
  assert.equal(await page.locator("ul.cards a").count(), CHANGESETS_OF_A_PAGE);
  assertNoFault(owner);
}

const OF_A_PERSON = 500;
const AT_ONCE = 25;

/** Persons propose contacts; the token of each has a thousand requests a minute. */
async function proposeMany(slug: string, count: number): Promise<void> {
  const name = (n: number) => `Person ${String(n).padStart(5, "0")}`;
  for (let from = 0; from < count; from += OF_A_PERSON) {
    const person = await mintHumanToken(slug);
    const { call } = teamApi(() => person);
    const to = Math.min(count, from + OF_A_PERSON);
    for (let at = from; at < to; at += AT_ONCE) {
      const numbers = Array.from({ length: Math.min(AT_ONCE, to - at) }, (_, n) => at + n);
      const answers = await Promise.all(
        numbers.map((n) => call("POST", "contacts", { first_name: name(n) })),
      );
      for (const { status } of answers) assert.equal(status, 202);
    }
  }
}

/** Scrolls through so many rows; the page has at most two thousand of them. */
export async function scrollRows({ token, owner }: LongTeam, rows: number, stops: number): Promise<void> {
  await fillTable(token, "stock", rows);
  const { page, go } = owner;
  await go("/tables/stock");
  await page.getByText(`${rows.toLocaleString("en")} rows`, { exact: true }).waitFor();
  const [visible, seen] = [15, new Set<string>()];
  for (let stop = 0; stop <= stops; stop += 1) {
    const first = Math.min(stop * Math.max(visible, Math.floor(rows / stops)), rows - visible);
    await page.evaluate(`document.querySelector("[role=grid]").scrollTop = ${first * ROW_HEIGHT}`);
    await page.locator(`[aria-rowindex="${first + visible}"] [role=rowheader]`).waitFor();
    for (const item of await page.getByRole("rowheader").allInnerTexts()) seen.add(item);
  }
  assert.ok(seen.size > ROWS_HELD_MAX, `${seen.size} rows were seen, more than may be held`);
  const held = await heldIn(page, /item \d+ of stock/g);
  assert.ok(held.size > 0 && held.size <= ROWS_HELD_MAX, `${held.size} rows are held`);
  assertNoFault(owner);
}

/** Turns page after page of a list and passes the texts of each. */
async function eachPage(page: Page, items: string, onPage: (texts: string[]) => void): Promise<void> {
  for (;;) {
    await page.locator(items).first().waitFor();
    const texts = await page.locator(items).allInnerTexts();
    onPage(texts);
    const next = page.getByRole("button", { name: "Next page" });
    if ((await next.count()) === 0) return;
    await next.click();
    const first = page.locator(items, { hasText: texts[0] ?? "" }).first();
    await first.waitFor({ state: "detached" });
  }
}
