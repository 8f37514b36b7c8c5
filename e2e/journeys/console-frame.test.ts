import { until } from "@jst/testing";
import { isTooWide, noBrowser, testBrowser, violationsOf, type Page } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { isTitled } from "../src/console-acts.ts";
import { haveBecome, setPreferences } from "../src/console-preferences.ts";
import { assertGoodEverywhere, assertNoFault, atConsole, type AtConsole } from "../src/console.ts";
import { jst, mintPersonal, newTeam } from "../src/fleet.ts";
import { teamApi } from "../src/team-api.ts";

/** Menu, tabs, search and bar of a phone in a real browser (console.frame, console.phone). */
const openPage = testBrowser();
const skip = noBrowser;
const DESK = { width: 1_440, height: 900 };
const PHONE = { width: 390, height: 844 };
const TABLES = 12;
const SIZES = `[...document.querySelectorAll(".bar > *")]
  .map((one) => one.getBoundingClientRect()).map(({ width, height }) => [width, height])`;

let team = "";
let token = "";
let owner: AtConsole;
const { call } = teamApi(() => token);
const titleOf = (n: number) => `Table ${String(n).padStart(2, "0")}`;

before(async () => {
  if (skip !== false) return;
  ({ slug: team, token } = await newTeam("frame"));
  for (const module of ["review", "agent_connect"])
    await jst("config", "set", "--team", team, `modules.${module}.enabled`, "true");
  for (let n = 1; n <= TABLES; n += 1) {
    const columns = [{ name: "item", type: "text" }];
    const table = { name: `table_${n}`, display_name: titleOf(n), columns };
    assert.equal((await call("POST", "data/tables", table)).status, 201);
  }
  assert.equal((await call("POST", "contacts", { first_name: "Zenobia" })).status, 201);
  const row = { data: { item: "Caravel" } };
  assert.equal((await call("POST", "data/tables/table_3/rows", row)).status, 201);
  owner = await atConsole(await openPage(), team, "owner");
  await owner.page.setViewportSize(DESK);
});

const menu = (page: Page) => page.getByRole("navigation", { name: "Console" });
const menuLink = (page: Page, name: string) => menu(page).getByRole("link", { name, exact: true });
const menuButton = (page: Page) => page.getByRole("button", { name: "Menu", exact: true });
const focused = (page: Page) => page.evaluate<string>("document.activeElement?.textContent ?? ''");

test("all of an owner's menu is seen at 900 px without a scroll", { skip }, async () => {
  const { page, go } = owner;
  await go("");
  await menuLink(page, "All tables").waitFor();
  await menuLink(page, titleOf(9)).waitFor();
  const unseen = "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)";
  assert.equal(await page.evaluate<number>(`${unseen}(document.querySelector(".side-scroll"))`), 0);
  const names = [
    "Home",
    "Approvals",
    "Contacts",
    "Forms",
    "Calendar",
    "Money",
    "Messages",
    "Library",
    "Reviews",
  ];
  for (const name of [...names, "Developers", "Team", "Settings"]) await menuLink(page, name).waitFor();
  assertNoFault(owner);
});

test("the menu names the ten tables that were opened last, until Sign out", { skip }, async () => {
  const { page, go } = await atConsole(await openPage(), team, "owner", "tables");
  const listed = menu(page).getByRole("list", { name: "Tables" }).getByRole("link");
  await menuLink(page, titleOf(9)).waitFor();
  assert.equal(await listed.count(), 11);
  assert.equal(await menuLink(page, titleOf(12)).count(), 0);
  await menu(page)
    .getByRole("button", { name: /^\d+ more tables$/ })
    .click();
  await menuLink(page, titleOf(12)).waitFor();
  assert.ok((await listed.count()) > TABLES);
  await menu(page).getByRole("button", { name: "Fewer tables" }).click();
  await go("/tables/table_12");
  await menuLink(page, titleOf(12)).and(page.locator("[aria-current=page]")).waitFor();
  await go("");
  await menuLink(page, titleOf(12)).waitFor();
  assert.equal(await listed.count(), 11);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL("**/p/sign-in**");
  assert.deepEqual(await page.evaluate("Object.keys(localStorage)"), []);
});

test("[ folds the menu outside of fields alone, and a reload shows it as it was", { skip }, async () => {
  const { page, go } = owner;
  await go("/contacts");
  const field = page.getByRole("searchbox", { name: "Find a contact" });
  await field.fill("");
  await field.press("[");
  assert.equal(await field.inputValue(), "[");
  assert.equal(await menuButton(page).getAttribute("aria-expanded"), "true");
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press("[");
  await menuButton(page).and(page.locator("[aria-expanded=false]")).waitFor();
  await haveBecome(page, { menu: "folded" });
  await page.reload();
  await menuButton(page).and(page.locator("[aria-expanded=false]")).waitFor();
  await menuLink(page, "Contacts").waitFor();
  assert.deepEqual(await violationsOf(page), []);
  await menuButton(page).click();
  await menuButton(page).and(page.locator("[aria-expanded=true]")).waitFor();
  assertNoFault(owner);
});

test("menu and title of the window say how many proposals wait", { skip }, async () => {
  const { page, go } = owner;
  const agent = await mintPersonal(team, "human:member:agent");
  for (const first_name of ["Ada", "Bo", "Cy"])
    assert.equal((await call("POST", "contacts", { first_name }, agent)).status, 202);
  await go("/forms");
  await menuLink(page, "Approvals, 3").waitFor();
  await until("the title counts", 5_000, async () =>
    (await page.title()) === "(3) Forms · Console" ? true : undefined,
  );
});

test("the pages of an entry are tabs, which the pages of their things have too", { skip }, async () => {
  const { page } = owner;
  await menuLink(page, "Money").click();
  await isTitled(page, "Invoices");
  const tabs = page.getByRole("navigation", { name: "Pages of Money" }).getByRole("link");
  assert.deepEqual(await tabs.allInnerTexts(), ["Invoices", "Quotes", "Subscriptions"]);
  await tabs.getByText("Quotes").click();
  await isTitled(page, "Quotes");
  assert.equal(await tabs.getByText("Quotes").getAttribute("aria-current"), "page");
  assert.equal(await menuLink(page, "Money").getAttribute("aria-current"), "true");
  await assertGoodEverywhere(page, "frame tabs", [DESK.width, PHONE.width]);
  await page.setViewportSize(DESK);
});

test(
  "C lists what can be created, and each opens its form; a link opens the form too",
  { skip },
  async () => {
    const { page, go } = owner;
    await go("/");
    await page.getByRole("heading", { level: 1 }).focus();
    await page.keyboard.press("c");
    const list = page.getByRole("menu", { name: "Create" });
    await list.getByRole("menuitem", { name: "New invoice" }).waitFor();
    await assertGoodEverywhere(page, "create menu", [DESK.width]);
    await list.getByRole("menuitem", { name: "New contact" }).click();
    const form = page.getByRole("dialog", { name: "New contact" });
    await form.getByLabel("First name").fill("Yara");
    await form.getByRole("button", { name: "Create contact" }).click();
    await isTitled(page, "Yara");
    await go("/forms?new=1");
    await page.getByRole("dialog", { name: "New form" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.equal(new URL(page.url()).search, "");
    assertNoFault(owner);
  },
);

test("keys of one letter lead to pages, are listed by ? and can be turned off", { skip }, async () => {
  const { page, go } = owner;
  await go("/forms");
  const onPage = () => page.getByRole("heading", { level: 1 }).focus();
  await onPage();
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await isTitled(page, "Contacts");
  await onPage();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard" });
  await keys.getByText("Undo and redo").waitFor();
  await assertGoodEverywhere(page, "keyboard", [DESK.width, PHONE.width]);
  await page.setViewportSize(DESK);
  await keys.getByRole("button", { name: "Turn off keys of one letter" }).click();
  await keys.getByRole("button", { name: "Turn on keys of one letter" }).waitFor();
  await page.keyboard.press("Escape");
  await keys.waitFor({ state: "detached" });
  await page.reload();
  await isTitled(page, "Contacts");
  await onPage();
  await page.keyboard.press("c");
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search" }).waitFor();
  assert.equal(await page.getByRole("menu").count(), 0);
  await isTitled(page, "Contacts");
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { level: 1 }).focus();
  await haveBecome(page, { single_keys: false });
  await setPreferences(page, { single_keys: true });
  await page.reload();
  await isTitled(page, "Contacts");
  assertNoFault(owner);
});

test("Ctrl+K finds pages, tables, rows and contacts, and Enter leads to them", { skip }, async () => {
  const { page } = owner;
  await until("the row is in the index", 30_000, async () => {
    const { body } = await call("POST", "context", { query: "caravel", sources: ["tables"], mode: "text" });
    return (body as { results?: object[] }).results?.length === 1 ? true : undefined;
  });
  for (const [text, name, title] of [
    ["webh", "Webhooks", "Webhooks"],
    ["table 11", titleOf(11), titleOf(11)],
    ["zeno", "Zenobia", "Zenobia"],
    ["caravel", "Caravel", titleOf(3)],
    ["new quote", "New quote", "Quotes"],
  ] as const) {
    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog", { name: "Search" });
    await dialog.getByRole("searchbox").and(page.locator(":focus")).waitFor();
    await page.keyboard.type(text);
    await dialog.getByRole("option", { name }).waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await page.keyboard.press("Enter");
    await isTitled(page, title);
    await dialog.waitFor({ state: "detached" });
  }
  assertNoFault(owner);
});

test("a phone has a bar with targets of 44 px, and the menu opens over the page", { skip }, async () => {
  const { page, go } = owner;
  await page.setViewportSize(PHONE);
  await go("/members");
  const bar = page.getByRole("navigation", { name: "Main pages" });
  await bar.waitFor();
  const sizes = await page.evaluate<[number, number][]>(SIZES);
  assert.equal(sizes.length, 6);
  for (const [width, height] of sizes) assert.ok(width >= 44 && height >= 44, `${width} x ${height}`);
  await menuButton(page).focus();
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog", { name: "Menu" });
  await sheet.waitFor();
  assert.deepEqual(await violationsOf(page), []);
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  assert.equal(await focused(page), "Menu");
  await page.keyboard.press("Enter");
  await sheet.getByRole("link", { name: "Contacts" }).click();
  await isTitled(page, "Contacts");
  await sheet.waitFor({ state: "detached" });
  assert.equal(await isTooWide(page), false);
  assertNoFault(owner);
});

test("a viewer's menu has no entry without a page, and no tab that the role lacks", { skip }, async () => {
  const { page } = await atConsole(await openPage(), team, "viewer");
  await menuLink(page, "Contacts").waitFor();
  assert.equal(await menuLink(page, "Developers").count(), 0);
  assert.equal(await page.getByRole("navigation", { name: /^Pages of/ }).count(), 0);
});
