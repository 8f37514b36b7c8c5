import { until } from "@jst/testing";
import {
  isTooWide,
  keepPicture,
  noBrowser,
  testBrowser,
  violationsOf,
  type Locator,
  type Page,
} from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { choice, dialog } from "../src/console-acts.ts";
import { CHOICES, type Cells } from "../src/console-grid.ts";
import { assertNoFault, atConsole, type AtConsole } from "../src/console.ts";
import { jst, newTeam } from "../src/fleet.ts";
import { teamApi } from "../src/team-api.ts";

/** Rows of a table are chosen and changed at once, in a real browser (console.grid-choose). */
const openPage = testBrowser();
const skip = noBrowser;
const PHONE = { width: 390, height: 800 };

let team = "";
let token = "";
let owner: AtConsole;
before(async () => {
  if (skip !== false) return;
  ({ slug: team, token } = await newTeam("console-choose"));
  owner = await atConsole(await openPage(), team, "owner");
});
const { call } = teamApi(() => token);

const COLUMNS = [
  { name: "item", type: "text" },
  { name: "count", type: "integer" },
  { name: "stage", type: "select", options: CHOICES },
];

/** Makes a table of numbered rows, of which every second one is of the first stage. */
async function makeTable(name: string, rows: number): Promise<void> {
  await call("POST", "data/tables", { name, display_name: name, columns: COLUMNS });
  const all = Array.from({ length: rows }, (_, n) => ({
    data: { item: String(n + 1).padStart(4, "0"), count: 0, stage: n % 2 === 0 ? "a" : "b" },
  }));
  for (let at = 0; at < rows; at += 500) {
    const { status, body } = await call("POST", `data/tables/${name}/rows:batch`, {
      rows: all.slice(at, at + 500),
    });
    assert.equal(status, 200, JSON.stringify(body));
  }
}

interface StoredRow {
  id: string;
  data: Cells;
}

/** How many rows a filter finds. */
async function countOf(table: string, condition?: object): Promise<number> {
  const filter = condition === undefined ? "" : `&filter=${encodeURIComponent(JSON.stringify(condition))}`;
  const { body } = await call("GET", `data/tables/${table}/rows?limit=1&count=exact${filter}`);
  return (body as { total: number }).total;
}

const becomes = (table: string, count: number, condition?: object) =>
  until(`${count} rows of ${table}`, 60_000, async () =>
    (await countOf(table, condition)) === count ? true : undefined,
  );

const box = (page: Page, n: number): Locator =>
  page.getByRole("checkbox", { name: `Select row ${n}`, exact: true });
const bar = (page: Page): Locator => page.getByRole("toolbar", { name: "Selected rows" });
const says = (page: Page, text: string) =>
  page.locator(".row-bar").getByText(text, { exact: true }).waitFor();
const undo = (page: Page) => page.locator(".toast").getByRole("button", { name: /^Undo/ }).click();

/** Changes the chosen rows by the form of the bar. */
async function change(page: Page, column: string, value: string, rows: string): Promise<void> {
  await bar(page).getByRole("button", { name: "Change" }).click();
  await choice(page, "Column").selectOption({ label: column });
  await dialog(page).getByLabel(column, { exact: true }).fill(value);
  assert.deepEqual(await violationsOf(page), []);
  await dialog(page)
    .getByRole("button", { name: `Change ${rows}` })
    .click();
  await dialog(page).waitFor({ state: "detached" });
}

test(
  "rows are chosen by boxes, Shift and keys, stay chosen out of view, and Escape clears them",
  { skip },
  async () => {
    await makeTable("chosen", 300);
    const { page, go } = owner;
    await go("/tables/chosen");
    await box(page, 3).click();
    await says(page, "1 row selected");
    await box(page, 6).click({ modifiers: ["Shift"] });
    await says(page, "4 rows selected");
    assert.equal(await page.getByRole("row", { selected: true }).count(), 4);
    assert.deepEqual(await violationsOf(page), []);
    // The cursor stands in the row, and the last of the list, far from what is loaded, belongs to the range.
    await page.keyboard.press("Control+End");
    await box(page, 300).click({ modifiers: ["Shift"] });
    await says(page, "298 rows selected");
    await page.keyboard.press("Shift+Space");
    await says(page, "297 rows selected");
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Shift+Space");
    await says(page, "298 rows selected");
    assert.equal(await box(page, 1).isChecked(), true);
    assert.equal(await box(page, 2).isChecked(), false);
    // Keys lead to the bar and back.
    await page.keyboard.press("Alt+F10");
    await bar(page).getByRole("button", { name: "Change" }).and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Escape");
    await bar(page).waitFor({ state: "detached" });
    await page.locator('[data-at="0:0"]:focus').waitFor();
    // The blank row below is not stored.
    assert.equal(await box(page, 301).count(), 0);
    await box(page, 2).click();
    await page.keyboard.press("Escape");
    await bar(page).waitFor({ state: "detached" });
    assertNoFault(owner);
  },
);

test(
  "all rows that match are chosen; 600 are changed in one act, and one undo takes it back",
  { skip },
  async () => {
    await makeTable("many", 1_200);
    const first = { field: "stage", op: "eq", value: "a" };
    const { page, go } = owner;
    await go(`/tables/many?filter=${encodeURIComponent(JSON.stringify(first))}`);
    await page.getByRole("checkbox", { name: "Select all rows" }).click();
    await says(page, "600 rows selected");
    await change(page, "count", "7", "600 rows");
    await becomes("many", 600, { field: "count", op: "eq", value: 7 });
    assert.equal(await countOf("many", { and: [first, { field: "count", op: "eq", value: 7 }] }), 600);
    await page.locator(".toast").getByText("600 rows changed.", { exact: true }).waitFor();
    await bar(page).waitFor({ state: "detached" });
    await undo(page);
    await becomes("many", 1_200, { field: "count", op: "eq", value: 0 });
    // Ctrl+Z takes back a whole act too.
    await page.getByRole("checkbox", { name: "Select all rows" }).click();
    await change(page, "count", "8", "600 rows");
    await becomes("many", 600, { field: "count", op: "eq", value: 8 });
    await page.locator(".toast").getByText("600 rows changed.", { exact: true }).waitFor();
    await page.locator('[role="grid"]:focus, [role="grid"] :focus').waitFor();
    await page.keyboard.press("Control+z");
    await becomes("many", 1_200, { field: "count", op: "eq", value: 0 });
    // A part over which somebody else has written stays, and the rest is taken back.
    await page.getByRole("checkbox", { name: "Select all rows" }).click();
    await says(page, "600 rows selected");
    await box(page, 1).click();
    await change(page, "count", "9", "599 rows");
    await page.locator(".toast").getByText("599 rows changed.", { exact: true }).waitFor();
    const { body } = await call("GET", "data/tables/many/rows?q=1199");
    const [row] = (body as { rows: StoredRow[] }).rows;
    await call("PATCH", `data/tables/many/rows/${row?.id}`, { data: { count: 1 } });
    await undo(page);
    await page.getByText("1 of 2 changes were not undone.").waitFor();
    assert.equal(await countOf("many", { field: "count", op: "eq", value: 9 }), 98);
    // Another search has a choice of its own.
    await page.getByRole("checkbox", { name: "Select all rows" }).click();
    await says(page, "600 rows selected");
    await go("/tables/many");
    assert.equal(await bar(page).count(), 0);
    assertNoFault(owner);
  },
);

test(
  "chosen rows are duplicated and deleted, more than 20 after a question, and undo brings them back",
  { skip },
  async () => {
    await makeTable("few", 30);
    const { page, go } = owner;
    await go("/tables/few");
    await box(page, 1).click();
    await box(page, 2).click({ modifiers: ["Shift"] });
    await bar(page).getByRole("button", { name: "Duplicate" }).click();
    await becomes("few", 32);
    assert.equal(await countOf("few", { field: "item", op: "in", value: ["0001", "0002"] }), 4);
    await page.locator(".toast").getByText("2 rows duplicated.").waitFor();
    await page.getByRole("checkbox", { name: "Select all rows" }).click();
    await says(page, "32 rows selected");
    await bar(page).getByRole("button", { name: "Delete" }).click();
    await dialog(page).getByText("and 12 other rows").waitFor();
    await dialog(page).getByText("0020", { exact: true }).waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await dialog(page).getByRole("button", { name: "Delete" }).click();
    await becomes("few", 0);
    await page.locator(".toast").getByText("32 rows deleted.").waitFor();
    await undo(page);
    await becomes("few", 32);
    await box(page, 12).click();
    await bar(page).getByRole("button", { name: "Delete" }).click();
    await becomes("few", 31);
    assertNoFault(owner);
  },
);

test(
  "an act stops at a row that somebody else changed, names it, and goes on over its new version",
  { skip },
  async () => {
    await makeTable("shared", 600);
    const { page, go } = owner;
    await go("/tables/shared");
    await page.getByRole("checkbox", { name: "Select all rows" }).click();
    await says(page, "600 rows selected");
    const { body } = await call("GET", "data/tables/shared/rows?q=0550");
    const [row] = (body as { rows: StoredRow[] }).rows;
    const others = { data: { stage: null } };
    const { status } = await call("PATCH", `data/tables/shared/rows/${row?.id}`, others);
    assert.equal(status, 200);
    await change(page, "count", "9", "600 rows");
    await page.getByText("500 of 600 rows changed. The others stay selected.").waitFor();
    await page.getByText("Someone else changed “0550” in the meantime.").waitFor();
    await says(page, "100 rows selected");
    assert.equal(await countOf("shared", { field: "count", op: "eq", value: 9 }), 500);
    assert.deepEqual(await violationsOf(page), []);
    await change(page, "count", "9", "100 rows");
    await becomes("shared", 600, { field: "count", op: "eq", value: 9 });
    assert.equal(await countOf("shared", { field: "stage", op: "empty" }), 1, "the other change is there");
    assertNoFault(owner);
  },
);

test("where writes wait for approval, it says how many proposals an act has made", { skip }, async () => {
  await makeTable("waiting", 600);
  const member = await atConsole(await openPage(), team, "member");
  const { page, go } = member;
  await jst("config", "set", "--team", team, "trust.console", "queue");
  await go("/tables/waiting");
  await page.getByRole("checkbox", { name: "Select all rows" }).click();
  await change(page, "count", "5", "600 rows");
  await page.getByText("Your change waits for approval as 2 proposals.").waitFor();
  assert.equal(await countOf("waiting", { field: "count", op: "eq", value: 5 }), 0);
  await page.locator(".toast").getByRole("link", { name: "Show the proposals" }).click();
  await page.waitForURL("**/approvals");
  await jst("config", "set", "--team", team, "trust.console", "execute");
  assertNoFault(member);
});

test("a viewer has no boxes; a finger reaches each on a phone", { skip }, async () => {
  await makeTable("seen", 12);
  const viewer = await atConsole(await openPage(), team, "viewer");
  await viewer.go("/tables/seen");
  await viewer.page.getByRole("rowheader").first().waitFor();
  assert.equal(await viewer.page.getByRole("checkbox").count(), 0);
  await viewer.page.keyboard.press("Shift+Space");
  assert.equal(await bar(viewer.page).count(), 0);
  const { page, go } = owner;
  await page.setViewportSize(PHONE);
  await go("/tables/seen?as=grid");
  await box(page, 2).click();
  await box(page, 4).click({ modifiers: ["Shift"] });
  await says(page, "3 rows selected");
  for (const target of [box(page, 3).locator(".."), bar(page).getByRole("button", { name: "Change" })]) {
    const { width = 0, height = 0 } = (await target.boundingBox()) ?? {};
    assert.deepEqual([width >= 44, height >= 44], [true, true], `${width} by ${height}`);
  }
  assert.deepEqual([await violationsOf(page), await isTooWide(page)], [[], false]);
  await keepPicture(page, "chosen rows on a phone");
  await bar(page).getByRole("button", { name: "Clear" }).click();
  await bar(page).waitFor({ state: "detached" });
  assertNoFault(viewer);
  assertNoFault(owner);
});
