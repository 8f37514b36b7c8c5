import { keepPicture, noBrowser, testBrowser, violationsOf, type Page } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { addFilter, chips, choice, fill, hasFocus, press } from "../src/console-acts.ts";
import { filtered, filterIn, lists, teamWithDeals } from "../src/console-deals.ts";
import { assertGoodEverywhere, assertNoFault } from "../src/console.ts";

/** Filters as chips, in a real browser (console.filters). */
const openPage = testBrowser();
const skip = noBrowser;

let team: Awaited<ReturnType<typeof teamWithDeals>>;
before(async () => {
  if (skip === false) team = await teamWithDeals("console-chips", await openPage());
});

const chip = (page: Page, text: string) => chips(page).getByRole("button", { name: text, exact: true });

test("conditions of each type are added as chips, by labels, names, words and money", { skip }, async () => {
  const { page, go } = team.owner;
  await go("/tables/deals");
  await press(page, "Add filter");
  assert.deepEqual(await violationsOf(page), []);
  await page.getByRole("option", { name: "Status", exact: true }).click();
  assert.deepEqual(await violationsOf(page), []);
  await keepPicture(page, "journey chip editor");
  await page.getByRole("option", { name: "New", exact: true }).click();
  await chip(page, "Status is New").waitFor();
  await lists(page, "Anchor", "Crane");
  await hasFocus(page, "Add filter");
  await addFilter(page, "Price", "gt", "1.000,00 €");
  await chips(page)
    .getByText(/^Price is more than .*1.?000/)
    .waitFor();
  await lists(page, "Anchor");
  await press(page, "Add filter");
  await page.getByRole("option", { name: "Due", exact: true }).click();
  await choice(page, "When").selectOption("this_week");
  await press(page, "Apply");
  await chip(page, "Due is this week").waitFor();
  await press(page, "Add filter");
  await page.getByRole("option", { name: "Done", exact: true }).click();
  await page.getByRole("option", { name: "Yes", exact: true }).click();
  await chip(page, "Done is yes").waitFor();
  await press(page, "Add filter");
  await page.getByRole("option", { name: "Owner", exact: true }).click();
  await page.getByRole("combobox", { name: "Find: Value" }).fill("owner");
  await page.getByRole("option", { name: /owner/ }).first().click();
  await press(page, "Apply");
  await chips(page)
    .getByText(/^Owner is (?!…)/)
    .waitFor();
  await lists(page, "Anchor");
  assert.doesNotMatch((await chips(page).textContent()) ?? "", /[\da-f]{8}(?:-[\da-f]{4}){3}-/);
  await assertGoodEverywhere(page, "journey chips", [1_440, 390]);
  await page.setViewportSize({ width: 1_280, height: 800 });
  await press(page, "Clear filters");
  await lists(page, "Anchor", "Bridge", "Crane");
  assert.equal(filterIn(page), null);
  assertNoFault(team.owner);
});

test(
  "a row that a chip names is shown by its name, and money that cannot be read stays",
  { skip },
  async () => {
    const { page, go } = team.owner;
    await go("/tables/deals");
    await press(page, "Add filter");
    await page.getByRole("option", { name: "Firm", exact: true }).click();
    await page.getByRole("combobox", { name: "Find: Value" }).fill("Bolt");
    await page.getByRole("option", { name: "Bolt" }).click();
    await press(page, "Apply");
    await chip(page, "Firm is Bolt").waitFor();
    await lists(page, "Bridge");
    await press(page, "Add filter");
    await page.getByRole("option", { name: "Price", exact: true }).click();
    await fill(page, "Value", "$5");
    await press(page, "Apply");
    await page.getByRole("dialog").getByText(/EUR|€/).waitFor();
    assert.equal(await page.getByRole("dialog").getByLabel("Value", { exact: true }).inputValue(), "$5");
    await page.keyboard.press("Escape");
    await hasFocus(page, "Add filter");
    assertNoFault(team.owner);
  },
);

test("a chip is edited, any replaces all, and a group stands within the filter", { skip }, async () => {
  const { page, go } = team.owner;
  await go("/tables/deals");
  await addFilter(page, "Title", "contains", "anchor");
  await addFilter(page, "Title", "contains", "crane");
  await page.getByText("No row matches the filters.").waitFor();
  await choice(page, "Rows match").selectOption("or");
  await lists(page, "Anchor", "Crane");
  await chip(page, "Title contains crane").click();
  await fill(page, "Value", "bridge");
  await press(page, "Apply");
  await hasFocus(page, "Title contains bridge");
  await lists(page, "Anchor", "Bridge");
  await press(page, "Add a group of conditions");
  await page.getByRole("option", { name: "Status", exact: true }).click();
  await page.getByRole("option", { name: "New", exact: true }).click();
  const group = page.getByRole("list", { name: "Group: all of" });
  await group.getByRole("button", { name: "Status is New", exact: true }).waitFor();
  await press(page, "Add to group");
  await page.getByRole("option", { name: "Price", exact: true }).click();
  await choice(page, "Condition").selectOption("between");
  await fill(page, "From", "6");
  await fill(page, "To", "8");
  await press(page, "Apply");
  await lists(page, "Anchor", "Bridge", "Crane");
  await page.reload();
  await lists(page, "Anchor", "Bridge", "Crane");
  assert.deepEqual(JSON.parse(filterIn(page) ?? ""), {
    or: [
      { field: "title", op: "contains", value: "anchor" },
      { field: "title", op: "contains", value: "bridge" },
      {
        and: [
          { field: "status", op: "eq", value: "new" },
          { field: "price", op: "between", value: [600, 800] },
        ],
      },
    ],
  });
  assert.deepEqual(await violationsOf(page), []);
  await keepPicture(page, "journey filter group");
  assertNoFault(team.owner);
});

test(
  "Delete removes a chip, and the focus goes to the next one, at last to Add filter",
  { skip },
  async () => {
    const { page, go } = team.owner;
    const filter = {
      and: [
        { field: "title", op: "nempty" },
        { field: "status", op: "eq", value: "new" },
        { field: "done", op: "eq", value: true },
      ],
    };
    await go(filtered(filter));
    await chip(page, "Status is New").focus();
    await page.keyboard.press("Delete");
    await hasFocus(page, "Done is yes");
    await page.keyboard.press("Delete");
    await hasFocus(page, "Title is not empty");
    await page.keyboard.press("Tab");
    await hasFocus(page, "Remove Title is not empty");
    await page.keyboard.press("Enter");
    await hasFocus(page, "Add filter");
    await lists(page, "Anchor", "Bridge", "Crane");
    await page.goBack();
    await chip(page, "Title is not empty").waitFor();
    assertNoFault(team.owner);
  },
);

test(
  "what chips cannot show, and what no longer exists, is said and stays until it is removed",
  { skip },
  async () => {
    const { page, go } = team.owner;
    const own = { not: { field: "title", op: "eq", value: "Crane" } };
    const gone = { field: "lost_column", op: "empty" };
    const filter = { and: [own, gone, { field: "status", op: "eq", value: "sold" }] };
    await go(filtered(filter));
    await page.getByText(/^No row can match “Status is a choice that no longer exists”/).waitFor();
    await assertGoodEverywhere(page, "journey faulty chips", [1_440, 390]);
    await page.setViewportSize({ width: 1_280, height: 800 });
    await press(page, "Remove Status is a choice that no longer exists");
    await lists(page, "Anchor", "Bridge");
    await page.getByRole("checkbox", { name: "Select all rows" }).click();
    await page.getByText(/^Nothing was selected: a red filter is not applied/).waitFor();
    assert.equal(await page.getByRole("checkbox", { checked: true }).count(), 0);
    await chip(page, "A column that no longer exists").click();
    await page.getByText(/^The column of this filter no longer exists/).waitFor();
    await page.keyboard.press("Escape");
    await chip(page, "Filter from the API").click();
    await page.getByText(/^This part of the filter is too complex/).waitFor();
    await page.keyboard.press("Escape");
    await addFilter(page, "Price", "lt", "6");
    await lists(page, "Bridge");
    assert.deepEqual(JSON.parse(filterIn(page) ?? ""), {
      and: [own, gone, { field: "price", op: "lt", value: 600 }],
    });
    for (const bad of ["{", '{"and":[]}', "[]", '"x"']) {
      await go(filtered(bad));
      await chip(page, "Filter from the API").waitFor();
      await lists(page, "Anchor", "Bridge", "Crane");
    }
    assertNoFault(team.owner);
  },
);
