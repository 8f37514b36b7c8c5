import { keepPicture, noBrowser, testBrowser, violationsOf, type Page } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { filtered, lists, teamWithDeals } from "../src/console-deals.ts";
import { areSaved, gridCell, type Cells } from "../src/console-grid.ts";
import { assertNoFault } from "../src/console.ts";

/** A grid while other people change its rows, in a real browser (console.grid-live). */
const openPage = testBrowser();
const skip = noBrowser;

let team: Awaited<ReturnType<typeof teamWithDeals>>;
before(async () => {
  if (skip !== false) return;
  team = await teamWithDeals("console-live", await openPage());
});

const dealOf = async (title: string) => {
  const deal = (await team.rows("deals")).find(({ data }) => data["title"] === title);
  assert.ok(deal !== undefined, title);
  return deal;
};
const change = async (title: string, data: Cells): Promise<void> => {
  const { id } = await dealOf(title);
  const { status } = await team.call("PATCH", `data/tables/deals/rows/${id}`, { data });
  assert.equal(status, 200);
};
const add = (data: Cells) => team.make("data/tables/deals/rows", { data });
const focused = (page: Page, text: string) => gridCell(page, text).and(page.locator(":focus"));

test("a change by others is shown and tinted, and the cursor stays with its row", { skip }, async () => {
  const { page, go } = team.owner;
  await go("/tables/deals?sort=title:asc");
  await lists(page, "Anchor", "Bridge", "Crane");
  await gridCell(page, "Bridge").click();
  await change("Crane", { price: 900 });
  await gridCell(page, /€9\.00/)
    .locator(".grid-changed")
    .waitFor({ state: "attached" });
  await keepPicture(page, "live-change");
  await add({ title: "Ahoy", status: "new" });
  await lists(page, "Ahoy", "Anchor", "Bridge", "Crane");
  await focused(page, "Bridge").waitFor();
  await page.keyboard.press("ArrowUp");
  await focused(page, "Anchor").waitFor();
  const { id } = await dealOf("Ahoy");
  assert.equal((await team.call("DELETE", `data/tables/deals/rows/${id}`)).status, 200);
  await lists(page, "Anchor", "Bridge", "Crane");
  await focused(page, "Anchor").waitFor();
  assertNoFault(team.owner);
});

test("an open editor keeps its text and its place while others change the list", { skip }, async () => {
  const { page, go } = team.owner;
  await go("/tables/deals?sort=title:asc");
  await lists(page, "Anchor", "Bridge", "Crane");
  await gridCell(page, "Bridge").click();
  await page.keyboard.type("Brid");
  await add({ title: "Aloft", status: "new" });
  await change("Crane", { price: 1_000 });
  await gridCell(page, /€10\.00/).waitFor();
  await page.locator('[data-at="2:0"]').getByText("Crane").waitFor();
  await page.keyboard.type("ges");
  await page.keyboard.press("Enter");
  await lists(page, "Aloft", "Anchor", "Bridges", "Crane");
  await areSaved(page);
  await change("Bridges", { title: "Bridge" });
  const { id } = await dealOf("Aloft");
  await team.call("DELETE", `data/tables/deals/rows/${id}`);
  await lists(page, "Anchor", "Bridge", "Crane");
  assertNoFault(team.owner);
});

test(
  "a row that no longer meets the filter stays, marked, until the cursor leaves it",
  { skip },
  async () => {
    const { page, go } = team.owner;
    await go(filtered({ field: "status", op: "eq", value: "new" }));
    await lists(page, "Anchor", "Crane");
    await page.locator('[data-at="0:1"]').click();
    await page.keyboard.type("won");
    await page.keyboard.press("Tab");
    await page.locator('.gutter[data-state="moving"]').waitFor();
    await lists(page, "Anchor", "Crane");
    assert.deepEqual(await violationsOf(page), []);
    await keepPicture(page, "live-moving");
    assert.equal((await dealOf("Anchor")).data["status"], "won");
    await page.keyboard.press("ArrowDown");
    await lists(page, "Crane");
    await gridCell(page, /€10\.00/)
      .and(page.locator(":focus"))
      .waitFor();
    assertNoFault(team.owner);
  },
);
