import { until } from "@jst/testing";
import { keepPicture, noBrowser, testBrowser } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { press } from "../src/console-acts.ts";
import { areTitled, lists, teamWithDeals } from "../src/console-deals.ts";
import { actAtHead, hasHeadFocus, headOf, isGone, widthOf } from "../src/console-grid.ts";
import { assertGoodEverywhere, assertNoFault, atConsole, type AtConsole } from "../src/console.ts";

/** Places and widths of columns in a real browser (console.grid-columns, console.views). */
const openPage = testBrowser();
const skip = noBrowser;

let team: Awaited<ReturnType<typeof teamWithDeals>>;
let other: AtConsole;
before(async () => {
  if (skip !== false) return;
  team = await teamWithDeals("console-head-places", await openPage());
  other = await atConsole(await openPage(), team.slug, "admin", "second");
});

const ALL = ["Title", "Status", "Price", "Due", "Done", "Owner", "Firm"];

/** Script that reports whether the text of the last row is seen whole. */
const WHOLE = `[...document.querySelectorAll("[role=rowheader] .grid-text")].every((text) => text.scrollWidth <= text.clientWidth)`;

test(
  "widths, frozen columns, height and order of a view change nothing for others until Save",
  { skip },
  async () => {
    const { page, go } = team.owner;
    const view = await team.makeView({ name: "Looks" });
    await go(`/tables/deals?view=${view.id}`);
    await headOf(page, "Title").focus();
    await page.keyboard.press("Alt+Shift+ArrowRight");
    await page.waitForURL((url) => url.searchParams.get("widths") === "title:200");
    await actAtHead(page, "Status", "Freeze up to here");
    await press(page, "Row height");
    await page.getByRole("menuitemradio", { name: "Tall" }).click();
    await headOf(page, "Firm").focus();
    await page.keyboard.press("Alt+ArrowLeft");
    await hasHeadFocus(page, "Firm");
    await areTitled(page, ...ALL.slice(0, 5), "Firm", "Owner");
    assert.deepEqual(await team.viewOf(view.id), view);
    await page.reload();
    await areTitled(page, ...ALL.slice(0, 5), "Firm", "Owner");
    assert.equal(await widthOf(headOf(page, "Title")), 200);
    await assertGoodEverywhere(page, "journey heads", [1_440, 390]);
    await page.setViewportSize({ width: 1_000, height: 800 });
    // A width that has just changed lays the grid out again.
    await until("the grid is scrolled beyond a column", 30_000, async () => {
      await page.evaluate(`document.querySelector("[role=grid]").scrollTo(400, 0)`);
      return (await headOf(page, "Price").count()) === 0 ? true : undefined;
    });
    const leftOf = async (title: string) => (await headOf(page, title).boundingBox())?.x ?? 0;
    assert.equal((await leftOf("Status")) - (await leftOf("Title")), 200);
    await page.setViewportSize({ width: 1_280, height: 800 });
    await press(page, "Save");
    await isGone(page.getByRole("button", { name: "Discard" }));
    const saved = await team.viewOf(view.id);
    assert.deepEqual(saved.grid, { widths: { title: 200 }, frozen: 2, row_height: "tall" });
    await other.go(`/tables/deals?view=${view.id}`);
    await areTitled(other.page, ...ALL.slice(0, 5), "Firm", "Owner");
    assert.equal(await widthOf(headOf(other.page, "Title")), 200);
    const row = other.page
      .getByRole("row")
      .filter({ has: other.page.getByRole("rowheader") })
      .first();
    assert.equal((await row.boundingBox())?.height, 72);
    assertNoFault(team.owner);
    assertNoFault(other);
  },
);

/** Script that reports whether the browser has stored the width of the column `done` of a table. */
const STORED = `Object.values(localStorage).some((text) => text.includes('"done":'))`;

test("a drag of a head moves its column for everybody, and Escape gives it up", { skip }, async () => {
  const { page, go } = team.owner;
  await page.setViewportSize({ width: 1_440, height: 800 });
  await go("/tables/deals");
  const drag = async (from: string, to: string) => {
    const [one, two] = [await headOf(page, from).boundingBox(), await headOf(page, to).boundingBox()];
    assert.ok(one !== null && two !== null);
    await page.mouse.move(one.x + 40, one.y + 10);
    await page.mouse.down();
    await page.mouse.move(two.x + 20, two.y + 10, { steps: 5 });
  };
  await drag("Due", "Status");
  await page.locator('[data-drag="before"]').waitFor();
  await keepPicture(page, "journey head dragged");
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await isGone(page.locator("[data-drag]"));
  await areTitled(page, ...ALL);
  await drag("Due", "Status");
  await page.mouse.up();
  const moved = ["Title", "Due", "Status", "Price", "Done", "Owner", "Firm"];
  await areTitled(page, ...moved);
  assert.equal(await page.getByRole("menu").count(), 0);
  await until("the table has the order", 20_000, async () =>
    (await team.titles()).join() === moved.join() ? true : undefined,
  );
  assert.equal(await page.getByRole("button", { name: "Discard" }).count(), 0);
  await hasHeadFocus(page, "Due");
  await page.keyboard.press("Alt+ArrowRight");
  await areTitled(page, "Title", "Status", "Due", ...moved.slice(3));
  await page.keyboard.press("Alt+ArrowRight");
  await areTitled(page, ...ALL);
  await page.getByText("Due is column 4 of 7.").waitFor();
  await until("the table has its first order", 20_000, async () =>
    (await team.titles()).join() === ALL.join() ? true : undefined,
  );
  assertNoFault(team.owner);
});

test(
  "a double click on the edge of a head fits the width to what is seen, in this browser",
  { skip },
  async () => {
    const { page, go } = team.owner;
    const long = "A title that is so long that no column shows it whole unless it is made wide";
    await team.make("data/tables/deals/rows", { data: { title: long } });
    await go("/tables/deals");
    const edgeOf = (title: string) => headOf(page, title).locator(".resizer");
    await edgeOf("Title").dblclick();
    await until("the text is seen whole", 10_000, async () =>
      (await page.evaluate<boolean>(WHOLE)) ? true : undefined,
    );
    const width = await widthOf(headOf(page, "Title"));
    assert.ok(width > 300 && width < 700, String(width));
    await edgeOf("Done").dblclick();
    await until("the column is narrow", 10_000, async () =>
      (await widthOf(headOf(page, "Done"))) < 88 ? true : undefined,
    );
    await until("the browser stores both widths", 10_000, async () =>
      (await page.evaluate<boolean>(STORED)) ? true : undefined,
    );
    await page.reload();
    await lists(page, "Anchor", "Bridge", "Crane", long);
    assert.equal(await widthOf(headOf(page, "Title")), width);
    assert.equal(await page.getByRole("button", { name: "Discard" }).count(), 0);
    await other.go("/tables/deals");
    assert.equal(await widthOf(headOf(other.page, "Title")), 184);
    assertNoFault(team.owner);
  },
);
