import { until } from "@jst/testing";
import { noBrowser, testBrowser, violationsOf, type Page } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { fill, isTitled, press } from "../src/console-acts.ts";
import { actAtHead, gridCell, headOf, isGone } from "../src/console-grid.ts";
import { assertGoodEverywhere, assertNoFault, atConsole, isSettled, type AtConsole } from "../src/console.ts";
import { newTeam } from "../src/fleet.ts";
import { teamApi } from "../src/team-api.ts";

/** Lists of contacts, documents, messages, forms and files as grids, in a real browser (console.lists). */
const openPage = testBrowser();
const skip = noBrowser;
const ALL = 3_000;
const AT_ONCE = 8;
const DESK = { width: 1_440, height: 900 };
const PHONE = { width: 390, height: 844 };
const COPIED = "navigator.clipboard.readText()";

let team = "";
let token = "";
let owner: AtConsole;
before(async () => {
  if (skip !== false) return;
  ({ slug: team, token } = await newTeam("console-lists"));
  await makeContacts();
  const page = await openPage(DESK);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  owner = await atConsole(page, team, "owner");
});

const { call } = teamApi(() => token);

const nameOf = (n: number): string => `Contact ${String(n).padStart(4, "0")}`;

async function make(path: string, body: object): Promise<{ id: string }> {
  const answer = await call("POST", path, body);
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return answer.body as { id: string };
}

/** Makes contacts 1 to 3,000, of which every third one is of the firm Acme. */
async function makeContacts(): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < ALL) {
      next += 1;
      const [company, tags] = next % 3 === 0 ? ["Acme", ["vip"]] : ["Bolt", []];
      await make("contacts", {
        display_name: nameOf(next),
        email: `c${next}@example.test`,
        company,
        tags,
        lifecycle_stage: next % 2 === 0 ? "customer" : "lead",
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

const keys = async (page: Page, ...pressed: readonly string[]): Promise<void> => {
  for (const key of pressed) await page.keyboard.press(key);
};

/** Waits until the cell of the cursor, which has the focus, shows a text. */
const isAt = (page: Page, text: string) =>
  page.locator(`[role="grid"] [data-at]:focus`).filter({ hasText: text }).waitFor();

const says = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();

test(
  "of 3,000 contacts the last is a key away, a range is copied, and the grid is one tab stop",
  { skip },
  async () => {
    const { page, go } = owner;
    await go("/contacts?sort=display_name:asc");
    await says(page, "3,000 rows");
    await page.getByRole("grid", { name: "Contacts" }).waitFor();
    assert.equal(await page.locator('[role="grid"] [tabindex="0"]').count(), 1);
    await gridCell(page, "c1@example.test").first().click();
    await keys(page, "Control+Home");
    await isAt(page, nameOf(1));
    await keys(page, "PageDown", "PageDown", "PageDown", "PageDown", "PageDown", "PageDown", "PageDown");
    await page
      .locator('[role="grid"] [data-at]:focus')
      .filter({ hasText: /Contact 0[12]/ })
      .waitFor();
    await keys(page, "Control+End", "Home");
    await isAt(page, nameOf(ALL));
    await keys(page, "ArrowUp", "Shift+ArrowDown", "Shift+ArrowRight", "Shift+ArrowRight", "Control+c");
    await says(page, "6 cells copied.");
    assert.equal(
      await page.evaluate<string>(COPIED),
      "Contact 2999\tc2999@example.test\tBolt\r\nContact 3000\tc3000@example.test\tAcme\r\n",
    );
    await keys(page, "Escape", "Tab");
    await page.locator('[role="grid"] :focus').waitFor({ state: "detached" });
    assertNoFault(owner);
  },
);

test(
  "a head sorts and hides its column, the page finds, and going back restores the place",
  { skip },
  async () => {
    const { page, go } = owner;
    await go("/contacts");
    await actAtHead(page, "Name", "Sort Z to A");
    await headOf(page, "Name").and(page.locator("[aria-sort=descending]")).waitFor();
    await gridCell(page, nameOf(ALL)).waitFor();
    await headOf(page, "Name").and(page.locator(":focus")).waitFor();
    await actAtHead(page, "Phone number", "Hide");
    await isGone(headOf(page, "Phone number"));
    await page.getByRole("button", { name: "Shown columns (6 of 7)", exact: true }).waitFor();
    await fill(page, "Find a contact", "Acme");
    await keys(page, "Enter");
    await says(page, "1,000 rows");
    await gridCell(page, nameOf(ALL)).click();
    for (let n = 0; n < 10; n += 1) await keys(page, "PageDown");
    const focused = page.locator('[role="grid"] [data-at]:focus');
    await until("the cursor is far below", 10_000, async () =>
      (await page.evaluate<number>("document.querySelector('[role=grid]').scrollTop")) > 3_000
        ? true
        : undefined,
    );
    await focused.locator("a").waitFor();
    const name = (await focused.textContent()) ?? "";
    const place = await focused.getAttribute("data-at");
    await keys(page, "Enter");
    await isTitled(page, name);
    await page.goBack();
    await says(page, "1,000 rows");
    const cell = page.locator(`[role="grid"] [data-at="${place}"][tabindex="0"]`).filter({ hasText: name });
    await cell.waitFor();
    const [grid, box] = [await page.getByRole("grid").boundingBox(), await cell.boundingBox()];
    assert.ok(grid !== null && box !== null && box.y > grid.y && box.y < grid.y + grid.height);
    await page.goBack();
    await says(page, "3,000 rows");
    assertNoFault(owner);
  },
);

test("chosen contacts are copied at once, also those that are not loaded", { skip }, async () => {
  const { page, go } = owner;
  await go("/contacts?sort=display_name:asc");
  const box = (n: number) => page.getByRole("checkbox", { name: `Select row ${n}`, exact: true });
  const bar = page.getByRole("toolbar", { name: "Selected rows" });
  await box(2).click();
  await box(4).click({ modifiers: ["Shift"] });
  await says(page, "3 rows selected");
  await keys(page, "Alt+F10");
  await bar.getByRole("button", { name: "Copy" }).and(page.locator(":focus")).waitFor();
  await keys(page, "Enter");
  await says(page, "3 rows copied.");
  const [head, ...lines] = (await page.evaluate<string>(COPIED)).trimEnd().split("\r\n");
  assert.equal(head?.split("\t")[0], "Name");
  assert.deepEqual(
    lines.map((line) => line.split("\t").slice(0, 4).join()),
    [2, 3, 4].map((n) =>
      [nameOf(n), `c${n}@example.test`, ...(n === 3 ? ["Acme", "vip"] : ["Bolt", ""])].join(),
    ),
  );
  await page.getByRole("checkbox", { name: "Select all rows" }).click();
  await says(page, "3,000 rows selected");
  await press(page, "Copy");
  await says(page, "3,000 rows copied.");
  const all = (await page.evaluate<string>(COPIED)).trimEnd().split("\r\n");
  assert.equal(all.length, ALL + 1);
  await assertGoodEverywhere(page, "list of contacts, chosen", [1_440, 390]);
  await keys(page, "Escape");
  assertNoFault(owner);
});

test(
  "on a phone a contact is a card of its first columns, and the grid is a button away",
  { skip },
  async () => {
    const { page, go } = owner;
    await page.setViewportSize(PHONE);
    await go("/contacts?sort=display_name:asc");
    await page.getByRole("link", { name: nameOf(1), exact: true }).waitFor();
    assert.equal(await page.getByRole("grid").count(), 0);
    await press(page, "Show more rows");
    await page.getByRole("link", { name: nameOf(101), exact: true }).waitFor();
    await go("/contacts?q=c299&sort=display_name:asc");
    await page.getByRole("link", { name: nameOf(2_999), exact: true }).waitFor();
    await assertGoodEverywhere(page, "list of contacts", [390]);
    await press(page, "Grid");
    await page.getByRole("grid", { name: "Contacts" }).waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await page.setViewportSize(DESK);
    assertNoFault(owner);
  },
);

test("a long list says how many rows it has, and shows money and states", { skip }, async () => {
  const { id } = await make("contacts", { display_name: "Payer", email: "payer@example.test" });
  const invoices = 230;
  for (let n = 1; n <= invoices; n += 1)
    await make("commerce/invoices", {
      contact_id: id,
      currency: n % 2 === 0 ? "EUR" : "JPY",
      line_items: [{ description: "Hours", unit_amount: n * 100 }],
      auto_finalize: n > 200,
    });
  const { page, go } = owner;
  await go("/invoices");
  await says(page, "230 rows");
  await page.getByRole("checkbox", { name: "Select all rows" }).click();
  await says(page, "230 rows selected");
  await keys(page, "Escape");
  await assertGoodEverywhere(page, "list of invoices", [1_440, 390]);
  await actAtHead(page, "Total", "Sort 1 to 9");
  await gridCell(page, "¥100").first().waitFor();
  await gridCell(page, "¥100").first().click();
  await keys(page, "Control+End", "Home");
  await page.locator('[role="grid"] [data-at="229:0"]:focus').waitFor();
  await isSettled(page);
  assertNoFault(owner);
});
