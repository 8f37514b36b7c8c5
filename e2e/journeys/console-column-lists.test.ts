import { noBrowser, testBrowser } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { assertGoodEverywhere, assertNoFault } from "../src/console.ts";
import { choice, hasFocus, press, typeInto } from "../src/console-acts.ts";
import { openTable, teamWithFirms } from "../src/console-grid.ts";

/** Columns and their choices are brought into order and removed by keyboard alone (console.grid, console.keyboard). */
const openPage = testBrowser();
const skip = noBrowser;

let team: Awaited<ReturnType<typeof teamWithFirms>>;
before(async () => {
  if (skip === false) team = await teamWithFirms("console-lists", await openPage());
});

const texts = (...names: string[]) => names.map((name) => ({ name, type: "text" }));

test(
  "columns are brought into another order by keyboard alone, which is stored without a further press",
  { skip },
  async () => {
    const long = `two ${"and more words ".repeat(7)}`.trim();
    const columns = texts("one", "two", "three").map((one) => ({
      ...one,
      display_name: one.name === "two" ? long : one.name,
    }));
    const { page } = await openTable(team, "ordered", columns);
    await press(page, "Columns");
    await page.getByRole("button", { name: "Move three up" }).focus();
    await page.keyboard.press("Enter");
    await hasFocus(page, "Move three up");
    await page.keyboard.press("Enter");
    await hasFocus(page, "Move three down");
    await assertGoodEverywhere(page, "order of columns");
    await page.getByRole("dialog").getByText("The order is saved.").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("grid", { name: "Rows" }).waitFor();
    const titles = await page.getByRole("grid", { name: "Rows" }).getByRole("columnheader").allTextContents();
    assert.deepEqual(
      titles.map((title) => title.trim()),
      ["Row", "three", "one", long],
    );
    assertNoFault(team.owner);
  },
);

test(
  "what is wrong with a choice stands at it, and focus goes on where one is removed or the dialog is left",
  { skip },
  async () => {
    const { page } = await openTable(team, "chosen", texts("item"));
    const enter = async (name: string) => {
      await page.getByRole("button", { name, exact: true }).focus();
      await page.keyboard.press("Enter");
    };
    await enter("Columns");
    await enter("Edit item");
    await choice(page, "Type").selectOption("state");
    await enter("Save");
    const states = page.getByRole("group", { name: "States" });
    await states
      .getByText('A state column needs at least one state, such as "open". Add one to states.')
      .waitFor();
    await choice(page, "Type").selectOption("select");
    assert.equal(
      await page
        .getByText('A state column needs at least one state, such as "open". Add one to states.')
        .count(),
      0,
    );
    await enter("Add a choice");
    await typeInto(page, "Name of choice 1", "alike");
    await page.keyboard.press("Enter");
    await typeInto(page, "Name of choice 2", "alike");
    await enter("Save");
    const second = page.getByRole("group", { name: "Choices" }).getByRole("listitem").nth(1);
    await second.getByText("Two choices have this value. Send each value once.").waitFor();
    assert.equal(
      await page.getByRole("alert").getByText("Two choices have this value. Send each value once.").count(),
      0,
    );
    await assertGoodEverywhere(page, "fault of a choice");
    await enter("Remove choice 1");
    await second.waitFor({ state: "detached" });
    await hasFocus(page, "Remove choice 1");
    await page.keyboard.press("Enter");
    await hasFocus(page, "Add a choice");
    await page.keyboard.press("Escape");
    await enter("Discard");
    await page.getByRole("dialog", { name: "The column item" }).waitFor({ state: "detached" });
    await hasFocus(page, "Edit item");
    assertNoFault(team.owner);
  },
);
