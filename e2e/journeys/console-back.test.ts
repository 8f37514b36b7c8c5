import { noBrowser, testBrowser } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { addFilter, chips, fill, isTitled } from "../src/console-acts.ts";
import { actAtHead, gridCell, headOf, teamWithFirms } from "../src/console-grid.ts";
import { assertNoFault, isSettled } from "../src/console.ts";

/** Going back and reloading restore a page in a real browser (console.app). */
const openPage = testBrowser();
const skip = noBrowser;

let team: Awaited<ReturnType<typeof teamWithFirms>>;
before(async () => {
  if (skip === false) team = await teamWithFirms("console-back", await openPage());
});

test("who opens a contact that was found and goes back finds what was found", { skip }, async () => {
  const { page, go } = team.owner;
  await go("/contacts");
  await fill(page, "Find a contact", "ada@");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "bo@example.test" }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "ada@example.test" }).click();
  await isTitled(page, "ada@example.test");
  await page.goBack();
  await page.getByRole("link", { name: "ada@example.test" }).waitFor();
  assert.equal(await page.getByRole("link", { name: "bo@example.test" }).count(), 0);
  assert.equal(await page.getByLabel("Find a contact").inputValue(), "ada@");
  await page.goBack();
  await page.getByRole("link", { name: "bo@example.test" }).waitFor();
  assert.equal(await page.getByLabel("Find a contact").inputValue(), "");
  assertNoFault(team.owner);
});

test(
  "a list is searched while a person types, and Back leads out of the search at once",
  { skip },
  async () => {
    const { page, go } = team.owner;
    await go("/contacts");
    await page.getByRole("link", { name: "bo@example.test" }).waitFor();
    const field = page.getByLabel("Find a contact");
    await field.focus();
    const isAsked = (q: string | null) => page.waitForURL((at) => at.searchParams.get("q") === q);
    await page.keyboard.type("ad");
    await isAsked("ad");
    await page.keyboard.type("a ");
    await page.getByRole("link", { name: "bo@example.test" }).waitFor({ state: "detached" });
    await isAsked("ada");
    assert.equal(await field.inputValue(), "ada ");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("@example");
    await isAsked("ada@example");
    await page.goBack();
    await page.getByRole("link", { name: "bo@example.test" }).waitFor();
    assert.equal(await field.inputValue(), "");
    await go("/tables/firms");
    await page.getByLabel("Find in this table").fill("Bol");
    await gridCell(page, "Acme").waitFor({ state: "detached" });
    await isAsked("Bol");
    assertNoFault(team.owner);
  },
);

test(
  "a table that is read anew is filtered and sorted as before, and back takes it away",
  { skip },
  async () => {
    const { page, go } = team.owner;
    await go("/tables/firms");
    const firms = () => page.getByRole("rowheader").allTextContents();
    await addFilter(page, "name", "neq", "Bolt");
    await gridCell(page, "Bolt").waitFor({ state: "detached" });
    const head = headOf(page, "name");
    await actAtHead(page, "name", "Sort A to Z");
    await head.and(page.locator("[aria-sort=ascending]")).waitFor();
    await actAtHead(page, "name", "Sort Z to A");
    await head.and(page.locator("[aria-sort=descending]")).waitFor();
    await page.reload();
    await isSettled(page);
    await head.and(page.locator("[aria-sort=descending]")).waitFor();
    const [first] = await firms();
    assert.equal(first, "Acme");
    assert.equal((await firms()).length, 2);
    for (let n = 0; n < 3; n += 1) await page.goBack();
    await gridCell(page, "Bolt").waitFor();
    await go('/tables/firms?filter={"field":1}&sort=name:asc');
    await gridCell(page, "Bolt").waitFor();
    await chips(page).getByRole("button", { name: "Filter from the API", exact: true }).waitFor();
    assertNoFault(team.owner);
  },
);

test("what looks like an escaped byte is found as it was written", { skip }, async () => {
  const { page, go } = team.owner;
  await go("/contacts");
  for (const text of ["10%ab", "50%41", "x%25y"]) {
    await fill(page, "Find a contact", text);
    await page.keyboard.press("Enter");
    await page.waitForURL((address) => address.searchParams.get("q") === text);
    await page.reload();
    await isSettled(page);
    assert.equal(await page.getByLabel("Find a contact").inputValue(), text);
  }
  assertNoFault(team.owner);
});

test(
  "an address that sorts and filters by a column which is gone shows the rows without it, and says so",
  { skip },
  async () => {
    const { page, go } = team.owner;
    await go('/tables/firms?sort=gone:desc&filter={"field":"gone","op":"empty"}');
    await gridCell(page, "Bolt").waitFor();
    await chips(page).getByText("A column that no longer exists").waitFor();
    assert.equal(await page.getByRole("alert").count(), 0);
    assertNoFault(team.owner);
  },
);
