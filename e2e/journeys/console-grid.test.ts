import { until } from "@jst/testing";
import { noBrowser, testBrowser, violationsOf, type Page } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { CHOICES, teamWithFirms, type Cells } from "../src/console-grid.ts";
import { assertGoodEverywhere, assertNoFault } from "../src/console.ts";

/** A table is worked in as in a spreadsheet, by keyboard, in a real browser (console.grid). */
const openPage = testBrowser();
const skip = noBrowser;

let team: Awaited<ReturnType<typeof teamWithFirms>>;
before(async () => {
  if (skip === false) team = await teamWithFirms("console-grid", await openPage());
});

const COLUMNS = [
  { name: "item", type: "text" },
  { name: "count", type: "integer" },
  { name: "price", type: "currency", options: { currency: "EUR" } },
  { name: "stage", type: "select", options: CHOICES },
  { name: "paid", type: "boolean" },
];

/** Opens a table of rows in the order of their item; the cell of the first item has the cursor. */
async function openGrid(name: string, data: readonly Cells[]) {
  await team.make("data/tables", { name, display_name: name, columns: COLUMNS });
  await team.make(`data/tables/${name}/rows:batch`, { rows: data.map((cells) => ({ data: cells })) });
  await team.owner.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await team.owner.go(`/tables/${name}?sort=item%3Aasc`);
  const { page } = team.owner;
  await page.getByRole("rowheader").first().click();
  const keys = async (...all: readonly string[]) => {
    for (const key of all) await page.keyboard.press(key);
  };
  const stored = async () => {
    const rows = (await team.rows(name)).map((row) => row.data);
    return rows.toSorted((one, other) => String(one["item"]).localeCompare(String(other["item"])));
  };
  const becomes = (column: string, values: readonly unknown[]) =>
    until(`${column} becomes ${values.join()}`, 20_000, async () => {
      const all = (await stored()).map((cells) => cells[column]);
      return JSON.stringify(all) === JSON.stringify(values) ? true : undefined;
    });
  return { page, keys, becomes };
}

const FOUR = ["a", "b", "c", "d"].map((item, index) => ({ item, count: index + 1, price: 1250, stage: "a" }));

/** The text of the cell that has focus. */
const focused = (page: Page) => page.evaluate<string>("document.activeElement.textContent");

test(
  "arrows, typing, Enter and Tab write cells without a pointer; Escape keeps the old value",
  { skip },
  async () => {
    const { page, keys, becomes } = await openGrid("keys", FOUR);
    await keys("ArrowRight");
    await page.keyboard.type("10");
    await keys("Enter");
    await page.keyboard.type("20");
    await keys("Tab");
    await page.keyboard.type("9,5");
    await keys("Enter");
    await becomes("count", [10, 20, 3, 4]);
    await becomes("price", [1250, 950, 1250, 1250]);
    assert.equal(await focused(page), "€12.50");
    await page.keyboard.type("7");
    await keys("Escape");
    await keys("Home", "Control+End");
    await keys("Space");
    await becomes("paid", [null, null, null, true]);
    await keys("ArrowLeft", "Enter");
    await page.getByRole("combobox", { name: "stage" }).selectOption({ label: "Second" });
    await keys("Enter");
    await becomes("stage", ["a", "a", "a", "b"]);
    await keys("Control+Home", "ArrowRight", "Shift+ArrowDown", "Delete");
    await becomes("count", [null, null, 3, 4]);
    assert.deepEqual(await violationsOf(page), []);
    assertNoFault(team.owner);
  },
);

test(
  "a range is copied as text and pasted over another one; text of other programs is read",
  { skip },
  async () => {
    const { page, keys, becomes } = await openGrid("pasted", FOUR);
    await keys("ArrowRight", "Shift+ArrowDown", "Shift+ArrowRight", "Control+c");
    assert.equal(await page.evaluate("navigator.clipboard.readText()"), "1\t€12.50\r\n2\t€12.50\r\n");
    await keys("ArrowDown", "ArrowDown", "Control+v");
    await becomes("count", [1, 2, 1, 2]);
    await page.evaluate(`navigator.clipboard.writeText("7\\t1.299,50 €\\tsecond\\r\\n8\\t3\\tFirst\\r\\n")`);
    await keys("Control+Home", "ArrowRight", "Control+v");
    await becomes("price", [129950, 300, 1250, 1250]);
    await becomes("stage", ["b", "a", "a", "a"]);
    await page.evaluate(`navigator.clipboard.writeText("5\\t1\\nfive\\t1")`);
    await keys("Control+v");
    await page.getByText("Nothing was pasted: 1 cell cannot be read: row 2, count.").waitFor();
    await becomes("count", [7, 8, 1, 2]);
    const marked = page.getByRole("grid").locator('[aria-invalid="true"]');
    assert.deepEqual(await marked.allTextContents(), ["8"]);
    await page.evaluate(`navigator.clipboard.writeText("a\\tb\\nc\\td\\ne\\tf\\ng\\th")`);
    await keys("Control+v");
    const cells = "row 1, count; row 1, price; row 2, count; row 2, price; row 3, count; and 3 more.";
    await page.getByText(`Nothing was pasted: 8 cells cannot be read: ${cells}`).waitFor();
    assert.equal(await marked.count(), 8);
    await page.getByText("4 rows", { exact: true }).waitFor();
    await assertGoodEverywhere(page, "grid of a table");
    await keys("Delete");
    await becomes("count", [null, 8, 1, 2]);
    assert.equal(await marked.count(), 0);
    assert.equal(await page.getByText("Nothing was pasted").count(), 0);
    assertNoFault(team.owner);
  },
);

test("Ctrl+D fills a range; Ctrl+Z undoes own writes, the last first", { skip }, async () => {
  const { page, keys, becomes } = await openGrid("filled", FOUR);
  await keys("ArrowRight");
  await page.keyboard.type("99");
  await keys("Enter");
  await becomes("count", [99, 2, 3, 4]);
  await keys("ArrowUp", "Shift+ArrowDown", "Control+d");
  await becomes("count", [99, 99, 3, 4]);
  await keys(
    "Control+Home",
    "ArrowRight",
    "Shift+ArrowDown",
    "Shift+ArrowDown",
    "Shift+ArrowDown",
    "Control+d",
  );
  await becomes("count", [99, 99, 99, 99]);
  const { body } = await team.call("GET", "changesets?status=executed&limit=1");
  const [{ operation_count: written } = {}] = (body as { changesets: { operation_count?: number }[] })
    .changesets;
  assert.equal(written, 2, "both changed rows are written at once");
  await keys("Control+z");
  await becomes("count", [99, 99, 3, 4]);
  await keys("Control+z");
  await becomes("count", [99, 2, 3, 4]);
  await page.getByText("Undone.").waitFor();
  await keys("Control+z");
  await becomes("count", [1, 2, 3, 4]);
  await keys("Control+z");
  await page.getByText("There is nothing to undo here.").waitFor();
  assertNoFault(team.owner);
});

test(
  "of 3,000 rows the last is a key away; what is selected beyond 2,000 rows is not emptied",
  { skip },
  async () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => ({
      item: String(n + 1).padStart(4, "0"),
      count: n + 1,
    }));
    const { page, keys } = await openGrid("tall", rows.slice(0, 500));
    const countsAre = (order: "asc" | "desc", counts: readonly number[]) =>
      until(`the counts are ${counts.join()}`, 20_000, async () => {
        const { body } = await team.call("GET", `data/tables/tall/rows?sort=item:${order}&limit=2`);
        const stored = (body as { rows: { data: Cells }[] }).rows.map(({ data }) => data["count"]);
        return stored.join() === counts.join() ? true : undefined;
      });
    for (let at = 500; at < rows.length; at += 500)
      await team.make("data/tables/tall/rows:batch", {
        rows: rows.slice(at, at + 500).map((data) => ({ data })),
      });
    await page.reload();
    await page.getByText("3,000 rows", { exact: true }).waitFor();
    await page.getByRole("rowheader").first().click();
    await keys("Control+End");
    await page.getByRole("rowheader", { name: "3000", exact: true }).waitFor();
    await keys("Home");
    await until("the last row has the focus", 10_000, async () =>
      (await focused(page)) === "3000" ? true : undefined,
    );
    await keys("ArrowRight");
    await page.keyboard.type("7");
    await keys("Enter");
    await countsAre("desc", [7, 2_999]);
    await keys("Control+a", "Delete");
    await page.getByText(/^Nothing was done, because not all of these rows are loaded/).waitFor();
    await countsAre("desc", [7, 2_999]);
    await countsAre("asc", [1, 2]);
    await assertGoodEverywhere(page, "grid of 3,000 rows");
    assertNoFault(team.owner);
  },
);

test(
  "typing below the last row creates rows, one after the other, and a paste as many as it has",
  { skip },
  async () => {
    const { page, keys, becomes } = await openGrid("grown", FOUR);
    await team.owner.go("/tables/grown");
    await page.getByRole("rowheader").first().click();
    await keys("Control+End", "ArrowDown", "Home");
    await page.keyboard.type("e");
    await keys("Tab");
    await page.keyboard.type("5");
    await keys("Enter", "Home");
    await page.keyboard.type("f");
    await keys("Enter");
    await becomes("item", ["a", "b", "c", "d", "e", "f"]);
    await becomes("count", [1, 2, 3, 4, 5, null]);
    await page.evaluate(`navigator.clipboard.writeText("g\\t7\\nh\\t8\\ni\\t9\\n")`);
    await keys("Control+v");
    await becomes("count", [1, 2, 3, 4, 5, null, 7, 8, 9]);
    await page.getByText("9 rows", { exact: true }).or(page.getByText("6 cells pasted.")).first().waitFor();
    await keys("Control+z");
    await becomes("item", ["a", "b", "c", "d", "e", "f"]);
    await page.getByText("Undone.").waitFor();
    await page.locator('[aria-rowcount="8"]').waitFor();
    await keys("Control+Shift+z");
    await becomes("count", [1, 2, 3, 4, 5, null, 7, 8, 9]);
    await keys("Control+y");
    await page.getByText("There is nothing to do again here.").waitFor();
    await assertGoodEverywhere(page, "grid with a blank row");
    assertNoFault(team.owner);
  },
);

test("a new row is sent once its required cells have values", { skip }, async () => {
  const columns = [
    { name: "note", type: "text" },
    { name: "title", type: "text", required: true },
  ];
  await team.make("data/tables", { name: "strict", display_name: "strict", columns });
  await team.owner.go("/tables/strict");
  const { page } = team.owner;
  await page.getByRole("grid").locator('[data-at="0:0"]').click();
  await page.keyboard.type("first");
  await page.keyboard.press("Tab");
  await page.getByText("The new row is saved once you fill in title.").waitFor();
  assert.equal((await team.rows("strict")).length, 0);
  await page.keyboard.type("one");
  await page.keyboard.press("Enter");
  await page.getByRole("rowheader", { name: "first", exact: true }).waitFor();
  const data = await until("the row is stored", 20_000, async () => (await team.rows("strict"))[0]?.data);
  assert.deepEqual(data, { note: "first", title: "one" });
  assertNoFault(team.owner);
});
