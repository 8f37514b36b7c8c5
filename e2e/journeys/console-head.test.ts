import { until } from "@jst/testing";
import {
  keepPicture,
  noBrowser,
  testBrowser,
  violationsOf,
  type Locator,
  type Page,
} from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { chips, choice, dialog, fill, press } from "../src/console-acts.ts";
import { areTitled, lists, teamWithDeals } from "../src/console-deals.ts";
import { actAtHead, hasHeadFocus, headOf, isGone } from "../src/console-grid.ts";
import { assertGoodEverywhere, assertNoFault, atConsole } from "../src/console.ts";

/** Menus of the heads of a grid in a real browser (console.grid-heads). */
const openPage = testBrowser();
const skip = noBrowser;

let team: Awaited<ReturnType<typeof teamWithDeals>>;
before(async () => {
  if (skip !== false) return;
  team = await teamWithDeals("console-head", await openPage());
});

const menu = (page: Page) => page.getByRole("menu");
const ALL = ["Title", "Status", "Price", "Due", "Done", "Owner", "Firm"];

test("a keyboard opens the menu of a head, which sorts, filters, hides and freezes", { skip }, async () => {
  const { page, go } = team.owner;
  await go("/tables/deals");
  await lists(page, "Anchor", "Bridge", "Crane");
  await page.getByRole("rowheader").first().click();
  await page.keyboard.press("ArrowUp");
  await hasHeadFocus(page, "Title");
  await page.keyboard.press("Enter");
  assert.deepEqual(await menu(page).getByRole("menuitem").allTextContents(), [
    ...["Sort A to Z", "Sort Z to A", "Filter by this column", "Hide", "Unfreeze"],
    ...["Edit column", "Insert left", "Insert right", "Delete"],
  ]);
  assert.deepEqual(await violationsOf(page), []);
  await page.keyboard.press("Escape");
  await isGone(menu(page));
  await hasHeadFocus(page, "Title");
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await lists(page, "Crane", "Bridge", "Anchor");
  await hasHeadFocus(page, "Title");
  assert.equal(await headOf(page, "Title").getAttribute("aria-sort"), "descending");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Filter by this column" }).click();
  await choice(page, "Condition").and(page.locator(":focus")).waitFor();
  assert.deepEqual(await violationsOf(page), []);
  await page.getByRole("option", { name: "New", exact: true }).click();
  await lists(page, "Crane", "Anchor");
  await chips(page).getByRole("button", { name: "Status is New", exact: true }).waitFor();
  await hasHeadFocus(page, "Status");
  await actAtHead(page, "Status", "Hide");
  await areTitled(page, ...ALL.filter((title) => title !== "Status"));
  await hasHeadFocus(page, "Price");
  await press(page, "Discard");
  await areTitled(page, ...ALL);
  assertNoFault(team.owner);
});

test("a menu shows nothing that the person may not do", { skip }, async () => {
  const viewer = await atConsole(await openPage(), team.slug, "viewer", "looks");
  const { page, go } = viewer;
  await go("/tables/deals");
  await headOf(page, "Price").click();
  assert.deepEqual(await menu(page).getByRole("menuitem").allTextContents(), [
    ...["Sort 1 to 9", "Sort 9 to 1", "Filter by this column", "Hide", "Freeze up to here"],
  ]);
  await page.keyboard.press("Escape");
  await headOf(page, "Price").focus();
  await page.keyboard.press("Alt+ArrowLeft");
  await areTitled(page, "Title", "Price", ...ALL.filter((title) => !["Title", "Price"].includes(title)));
  assert.deepEqual(await team.titles(), ALL);
  assertNoFault(viewer);
});

test("columns are inserted beside one, edited and deleted from its menu", { skip }, async () => {
  const { page, go } = team.owner;
  await page.setViewportSize({ width: 1_900, height: 800 });
  await go("/tables/deals");
  await actAtHead(page, "Price", "Insert left");
  await fill(page, "Name that people see", "Source");
  await press(page, "Create column");
  await isGone(dialog(page));
  await areTitled(page, "Title", "Status", "Source", ...ALL.slice(2));
  await until("everybody has the place", 20_000, async () =>
    (await team.titles())[2] === "Source" ? true : undefined,
  );
  await actAtHead(page, "Source", "Edit column");
  await fill(page, "Name that people see", "Origin");
  await press(page, "Save");
  await areTitled(page, "Title", "Status", "Origin", ...ALL.slice(2));
  const view = await team.makeView({ name: "Placed" });
  await go(`/tables/deals?view=${view.id}`);
  await actAtHead(page, "Title", "Insert right");
  await fill(page, "Name that people see", "Next");
  await press(page, "Create column");
  await areTitled(page, "Title", "Next", "Status", "Origin", ...ALL.slice(2));
  assert.equal((await team.titles()).at(-1), "Next");
  for (const title of ["Next", "Origin"]) {
    await actAtHead(page, title, "Delete");
    assert.deepEqual(await violationsOf(page), []);
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await isGone(dialog(page));
    await hasHeadFocus(page, title);
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Delete", exact: true }).click();
    await dialog(page).getByRole("button", { name: "Delete the column", exact: true }).click();
    await isGone(headOf(page, title));
  }
  assert.deepEqual(await team.titles(), ALL);
  assertNoFault(team.owner);
});

test(
  "a column that a view uses is deleted after a second question that lists the uses",
  { skip },
  async () => {
    const { page, go } = team.owner;
    await team.make("data/tables/deals/columns", { name: "extra", display_name: "Extra", type: "text" });
    await team.makeView({ name: "Wide", grid: { widths: { extra: 300 } } });
    await go("/tables/deals");
    await actAtHead(page, "Extra", "Delete");
    await dialog(page).getByRole("button", { name: "Delete the column", exact: true }).click();
    await dialog(page).getByText("Wide").waitFor();
    await dialog(page).getByRole("button", { name: "Delete the column", exact: true }).click();
    await isGone(headOf(page, "Extra"));
    await areTitled(page, ...ALL);
    assertNoFault(team.owner);
  },
);

test("a finger opens the menu on a phone, where nothing is frozen", { skip }, async () => {
  const { page, go } = team.owner;
  await page.setViewportSize({ width: 390, height: 800 });
  await go("/tables/deals?as=grid");
  const touch = await page.context().newCDPSession(page);
  await touch.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  const tap = async (of: Locator) => {
    const box = await of.boundingBox();
    assert.ok(box !== null && box.height >= 44, JSON.stringify(box));
    const touchPoints = [{ x: box.x + 20, y: box.y + box.height / 2 }];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await tap(headOf(page, "Title"));
  await menu(page).waitFor();
  assert.equal(await page.getByRole("menuitem", { name: /reeze/ }).count(), 0);
  await assertGoodEverywhere(page, "journey head menu", [390]);
  await tap(page.getByRole("menuitem", { name: "Sort Z to A" }));
  await isGone(menu(page));
  await headOf(page, "Title").and(page.locator("[aria-sort=descending]")).waitFor();
  await tap(headOf(page, "Title"));
  await tap(page.getByRole("menuitem", { name: "Filter by this column" }));
  await page.getByLabel("Value", { exact: true }).waitFor();
  await keepPicture(page, "journey head filter 390");
  assertNoFault(team.owner);
});
