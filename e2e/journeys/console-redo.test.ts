import { until } from "@jst/testing";
import { noBrowser, testBrowser, type Route } from "@jst/testing/browser";
import { before, test } from "node:test";
import { press } from "../src/console-acts.ts";
import { areSaved, openTable, teamWithFirms, type Cells } from "../src/console-grid.ts";
import { assertNoFault } from "../src/console.ts";
import { loseAnswer } from "../src/lossy.ts";

/** Undos and redos in a grid whose answers get lost, in a real browser (console.grid-undo). */
const openPage = testBrowser();
const skip = noBrowser;

let team: Awaited<ReturnType<typeof teamWithFirms>>;
before(async () => {
  if (skip === false) team = await teamWithFirms("console-redo", await openPage());
});

const COLUMNS = [
  { name: "note", type: "text" },
  { name: "count", type: "number" },
];

/** Opens a table and writes both cells of its row, one after the other. */
async function openWritten(name: string) {
  const { page, cell } = await openTable(team, name, COLUMNS);
  for (const [n, text] of ["kept", "8"].entries()) {
    await cell(n + 1).click();
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
    await areSaved(page);
  }
  const becomes = (version: number, cells: Cells) =>
    until(`version ${version} has ${JSON.stringify(cells)}`, 20_000, async () => {
      const [row] = await team.rows(name);
      const is = JSON.stringify([row?.version, row?.data]);
      return is === JSON.stringify([version, cells]) ? true : undefined;
    });
  const onGrid = async (...keys: readonly string[]) => {
    await cell(1).click();
    for (const key of keys) await page.keyboard.press(key);
  };
  await becomes(3, { note: "kept", count: 8 });
  return { page, becomes, onGrid };
}

test(
  "an undo whose answers got lost is done once, however often it is repeated (console.grid-undo)",
  { skip },
  async () => {
    const { page, becomes, onGrid } = await openWritten("undone");
    await page.route("**/api/v1/changesets/*/undo", (route: Route) => loseAnswer(route));
    await onGrid("Control+z");
    await page.getByText("Not undone. The server did not respond.").waitFor();
    await becomes(4, { note: "kept", count: null });
    await page.unrouteAll({ behavior: "wait" });
    await onGrid("Control+z");
    await page.getByText("Undone.", { exact: true }).waitFor();
    await becomes(4, { note: "kept", count: null });
    await onGrid("Control+z");
    await becomes(5, { note: null, count: null });
    assertNoFault(team.owner);
  },
);

test(
  "several undos are done again in turn, also if the first redo got lost and is tried again (console.grid-undo)",
  { skip },
  async () => {
    const { page, becomes, onGrid } = await openWritten("redone");
    await onGrid("Control+z", "Control+z");
    await becomes(5, { note: null, count: null });
    await page.getByText("Undone.", { exact: true }).waitFor();
    await page.route("**/api/v1/data/tables/*/rows/*", (route) => route.abort());
    await onGrid("Control+y");
    await page.getByRole("alert").waitFor();
    await page.unrouteAll({ behavior: "wait" });
    await press(page, "Try again");
    await becomes(6, { note: "kept", count: null });
    await areSaved(page);
    await onGrid("Control+Shift+z");
    await becomes(7, { note: "kept", count: 8 });
    assertNoFault(team.owner);
  },
);
