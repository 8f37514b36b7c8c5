import { noBrowser, testBrowser, type Page } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { dialog, hasFocus, isTitled } from "../src/console-acts.ts";
import { areSaved } from "../src/console-grid.ts";
import { enter, keepsFocus, tabTo } from "../src/console-keys.ts";
import { assertNoFault, type AtConsole } from "../src/console.ts";
import { fleet, mintHumanToken, newTeam } from "../src/fleet.ts";
import { linkOf } from "../src/sessions.ts";
import { teamApi } from "../src/team-api.ts";

/** The console by keyboard alone, in a real browser: focus is seen, and never lost (console.keyboard). */
const openPage = testBrowser();
const skip = noBrowser;

let team = "";
let token = "";
before(async () => {
  if (skip !== false) return;
  ({ slug: team, token } = await newTeam("console-keyboard"));
});
const { call, listed } = teamApi(() => token);

async function signIn(page: Page): Promise<void> {
  const { url } = await linkOf(team, "owner", "keyboard");
  await page.goto(`${url}?return_to=/console`);
  await enter(page, page.getByRole("button", { name: /^Sign in as/ }));
  await isTitled(page, "Home");
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

test(
  "by keyboard alone a person signs in, approves, makes and revokes a key, and edits a cell",
  { skip },
  async () => {
    const columns = [{ name: "count", type: "number" }];
    await call("POST", "data/tables", { name: "stock", display_name: "Stock", columns });
    await call("POST", "data/tables/stock/rows", { data: { count: 7 } });
    const person = await mintHumanToken(team);
    assert.equal((await call("POST", "contacts", { first_name: "Ada" }, person)).status, 202);
    const page = await openPage();
    const faults: AtConsole["faults"] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    await signIn(page);
    await approve(page);
    await makeAndRevoke(page);
    await edit(page);
    assertNoFault({ page, faults, go: () => Promise.resolve() });
  },
);

async function approve(page: Page): Promise<void> {
  await enter(page, page.getByRole("link", { name: /^Approvals/ }));
  await enter(page, link(page, "Create contact Ada"));
  await enter(page, button(page, "Approve"));
  await page.locator(".pill", { hasText: "done" }).waitFor();
  await keepsFocus(page);
  await enter(page, button(page, "Undo"));
  await dialog(page).waitFor();
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  // Focus is back where the question was opened, once that is closed.
  await hasFocus(page, "Undo");
  assert.equal((await listed("contacts", "contacts")).length, 1);
}

async function makeAndRevoke(page: Page): Promise<void> {
  await enter(page, link(page, "Developers"));
  await isTitled(page, "API keys");
  await tabTo(page, page.getByRole("textbox", { name: "Name of the new key" }));
  await page.keyboard.type("reporting");
  await enter(page, button(page, "Create key"));
  const key = (await page.locator("code.secret").textContent()) ?? "";
  assert.equal((await call("GET", "contacts", undefined, key)).status, 200);
  const card = page.getByRole("listitem").filter({ hasText: "reporting" });
  await enter(page, card.getByRole("button", { name: "Revoke" }));
  await enter(page, dialog(page).getByRole("button", { name: "Revoke" }));
  await card.getByText("revoked").waitFor();
  await keepsFocus(page);
}

async function edit(page: Page): Promise<void> {
  await enter(page, link(page, "All tables"));
  await isTitled(page, "Tables");
  await enter(page, page.getByRole("main").getByRole("link", { name: "Stock" }));
  await isTitled(page, "Stock");
  await tabTo(page, page.getByRole("rowheader", { name: "7" }));
  await page.keyboard.type("8");
  await page.keyboard.press("Enter");
  await page.getByRole("rowheader", { name: "8" }).waitFor();
  // Enter goes down, here to the blank row.
  await page.locator('[data-at="1:0"]:focus').waitFor();
  await areSaved(page);
  const [row] = await listed<{ data: { count: number } }>("data/tables/stock/rows", "rows");
  assert.equal(row?.data.count, 8);
  assert.ok(page.url().startsWith(`${fleet().base_url}/console/tables/`));
}
