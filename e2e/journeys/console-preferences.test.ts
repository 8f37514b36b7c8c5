import { noBrowser, testBrowser, violationsOf, type Page } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { choice, isTitled, press } from "../src/console-acts.ts";
import { haveBecome, preferencesOf, setPreferences } from "../src/console-preferences.ts";
import { assertGoodEverywhere, assertNoFault, atConsole, type AtConsole } from "../src/console.ts";
import { newTeam } from "../src/fleet.ts";
import { teamApi } from "../src/team-api.ts";

/** Preferences of a member in a real browser (preferences.console). */
const openPage = testBrowser();
const skip = noBrowser;
const SCHEME = "getComputedStyle(document.documentElement).colorScheme";
const GROUND = "getComputedStyle(document.documentElement).backgroundColor";
const DARK_GROUND = "rgb(19, 20, 24)";

let team = "";
let token = "";
before(async () => {
  if (skip !== false) return;
  ({ slug: team, token } = await newTeam("preferences"));
  const { call } = teamApi(() => token);
  const columns = [
    { name: "item", type: "text" },
    { name: "price", type: "number" },
  ];
  assert.equal(
    (await call("POST", "data/tables", { name: "stock", display_name: "Stock", columns })).status,
    201,
  );
  const row = { data: { item: "Chair", price: 1234.5 } };
  assert.equal((await call("POST", "data/tables/stock/rows", row)).status, 201);
});

const at = async (name: string, path = "/account"): Promise<AtConsole> => {
  const who = await atConsole(await openPage(), team, "member", name);
  await who.go(path);
  return who;
};
const save = async (page: Page): Promise<void> => {
  await press(page, "Save preferences");
  await page.getByText("Your preferences are saved.").waitFor();
};
/** Waits until a cell of the grid has the text. */
const isShown = (page: Page, text: RegExp) => page.getByRole("grid").getByText(text).waitFor();
/** Another window of the same browser. */
const windowOf = async ({ page }: AtConsole): Promise<Page> => {
  const other = await page.context().newPage();
  await other.goto(page.url());
  await isTitled(other, "Account");
  return other;
};

test("a theme acts at once, in all windows, and from the first picture of a reload", { skip }, async () => {
  const who = await at("theme");
  const { page } = who;
  const other = await windowOf(who);
  await choice(page, "Colours").selectOption("Dark");
  await save(page);
  assert.deepEqual([await page.evaluate(SCHEME), await page.evaluate(GROUND)], ["dark", DARK_GROUND]);
  await other.waitForFunction(`${SCHEME} === "dark"`);
  // Without an answer of the API the copy of the browser decides.
  await page.route("**/api/v1/preferences", () => undefined);
  await page.reload();
  await isTitled(page, "Account");
  assert.equal(await page.evaluate(GROUND), DARK_GROUND);
  await page.unroute("**/api/v1/preferences");
  await page.reload();
  assert.equal(await choice(page, "Colours").inputValue(), "dark");
  assert.deepEqual(await violationsOf(page), []);
  await choice(page, "Colours").selectOption("As on your device");
  await save(page);
  await assertGoodEverywhere(page, "preferences", [1_440, 390]);
  assertNoFault(who);
});

test("a name is shown in the menu, and a refused one beside its field", { skip }, async () => {
  const who = await at("name");
  const { page } = who;
  const name = page.getByLabel("Your name");
  await name.fill("Vera Name");
  await save(page);
  await page.getByRole("navigation", { name: "Console" }).getByText("Vera Name, member").waitFor();
  await page.route("**/api/v1/preferences", (route) =>
    route.request().method() === "PATCH"
      ? route.continue({ postData: JSON.stringify({ name: "x".repeat(201) }) })
      : route.continue(),
  );
  await name.fill("Another");
  await press(page, "Save preferences");
  await page.getByText("Must have at most 200 characters.").waitFor();
  assert.equal(await name.getAttribute("aria-invalid"), "true");
  assert.equal(await name.inputValue(), "Another");
  assert.deepEqual(await violationsOf(page), []);
  assert.equal((await preferencesOf(page)).name, "Vera Name");
  assertNoFault(who);
});

test(
  "dates and numbers follow the locale, and rows the height that the person prefers",
  { skip },
  async () => {
    const who = await at("locale", "/tables/stock");
    const { page, go } = who;
    await isShown(page, /^1,?234\.5$/u);
    await go("/account");
    await choice(page, "Dates and numbers").selectOption("de-AT");
    await choice(page, "Row height of tables").selectOption("Tall");
    await press(page, "Save preferences");
    await haveBecome(page, { locale: "de-AT", density: "tall" });
    await go("/tables/stock");
    await isShown(page, /^1\D?234,5$/u);
    await page.locator(".grid.tall").waitFor();
    // Another browser of the same person, which has no copy yet.
    const other = await at("locale", "/tables/stock");
    await isShown(other.page, /^1\D?234,5$/u);
    for (const one of [who, other]) assertNoFault(one);
  },
);

test(
  "a folded menu and keys of one letter are the same in each browser, until Sign out",
  { skip },
  async () => {
    const [one, other] = [await at("keys"), await at("keys")];
    await one.page.getByRole("button", { name: "Menu", exact: true }).click();
    await one.page.locator(".side.folded").waitFor();
    await one.page.getByLabel("Keys of one letter act").uncheck();
    await save(one.page);
    await haveBecome(one.page, { menu: "folded", single_keys: false });
    await other.page.reload();
    await other.page.locator(".side.folded").waitFor();
    assert.equal(await other.page.getByLabel("Keys of one letter act").isChecked(), false);
    await other.page.getByRole("button", { name: "Sign out" }).click();
    await other.page.waitForURL("**/p/sign-in**");
    assert.deepEqual(await other.page.evaluate("Object.keys(localStorage)"), []);
  },
);

test("of two windows each stores what it changed, and a field of both is asked about", { skip }, async () => {
  const who = await at("windows");
  const { page } = who;
  const other = await at("windows");
  await page.getByLabel("Your name").fill("Vera");
  await choice(page, "Colours").selectOption("Dark");
  await choice(other.page, "Row height of tables").selectOption("Medium");
  await choice(other.page, "Colours").selectOption("Light");
  await save(other.page);
  await press(page, "Save preferences");
  const asked = page.getByRole("alert").filter({ hasText: "You changed this in another window too" });
  await asked.getByText("Colours. There: Light. Here: Dark.").waitFor();
  assert.equal(await asked.getByRole("listitem").count(), 1);
  assert.deepEqual(await violationsOf(page), []);
  assert.equal((await preferencesOf(page)).name, null);
  await asked.getByRole("button", { name: "Save mine" }).click();
  await page.getByText("Your preferences are saved.").waitFor();
  const { name, theme, density } = await preferencesOf(page);
  assert.deepEqual({ name, theme, density }, { name: "Vera", theme: "dark", density: "medium" });
  await choice(page, "Colours").selectOption("As on your device");
  await page.getByLabel("Your name").fill("Veronika");
  await setPreferences(other.page, { theme: "light", single_keys: false });
  await press(page, "Save preferences");
  await asked.getByRole("button", { name: "Keep the other values" }).click();
  assert.equal(await choice(page, "Colours").inputValue(), "light");
  await save(page);
  await haveBecome(page, { name: "Veronika", theme: "light", single_keys: false });
  for (const one of [who, other]) assertNoFault(one);
});
