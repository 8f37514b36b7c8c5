import { noBrowser, testBrowser } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { assertGoodEverywhere, assertNoFault } from "../src/console.ts";
import { press } from "../src/console-acts.ts";
import { openTable, teamWithFirms } from "../src/console-grid.ts";

/** Columns and their choices are brought into order and removed by keyboard alone (console.grid, console.keyboard). */
const openPage = testBrowser();
const skip = noBrowser;

let team: Awaited<ReturnType<typeof teamWithFirms>>;
before(async () => {
  if (skip === false) team = await teamWithFirms("console-lists", await openPage());
});

const texts = (...names: string[]) => names.map((name) => ({ name, type: "text" }));

/** Waits until the button has focus, which the page gives. */
const hasFocus = (name: string) =>
  team.owner.page.getByRole("button", { name, exact: true }).and(team.owner.page.locator(":focus")).waitFor();

test(
  "columns are brought into another order by keyboard alone, and the grid shows it",
  { skip },
  async () => {
    const { page } = await openTable(team, "ordered", texts("one", "two", "three"));
    await press(page, "Columns");
    await page.getByRole("button", { name: "Move three up" }).focus();
    await page.keyboard.press("Enter");
    await hasFocus("Move three up");
    await page.keyboard.press("Enter");
    await hasFocus("Move three down");
    await assertGoodEverywhere(page, "order of columns");
    await page.getByRole("button", { name: "Save the order" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText("The order is saved.").waitFor();
    const titles = await page
      .getByRole("region", { name: "Rows" })
      .getByRole("columnheader")
      .allTextContents();
    assert.deepEqual(
      titles.map((title) => title.trim()),
      ["Row", "three", "one", "two"],
    );
    assertNoFault(team.owner);
  },
);
