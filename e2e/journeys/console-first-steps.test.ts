import { until } from "@jst/testing";
import { noBrowser, testBrowser, type Page } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { callAt } from "../src/agent-doors.ts";
import { dialog, fill, isTitled } from "../src/console-acts.ts";
import { enter, keepsFocus } from "../src/console-keys.ts";
import { assertGoodEverywhere, assertNoFault, atConsole, type AtConsole } from "../src/console.ts";
import { jst } from "../src/fleet.ts";
import { teamApi } from "../src/team-api.ts";

/** First steps of a new team on Home, in a real browser (console.first-steps). */
const openPage = testBrowser();
const skip = noBrowser;

const WIDTHS = [1_440, 390];
const ALL = ["Create a table", "Invite a second person", "Connect an agent", "Create an API key"];

/** A team without a key, a table of its own or a second member. */
async function emptyTeam(): Promise<string> {
  const slug = `first-steps-${randomUUID().slice(0, 13)}`;
  await jst("team", "create", slug);
  return slug;
}

const card = (page: Page) => page.getByRole("region", { name: "First steps" });
const link = (page: Page, name: string) => card(page).getByRole("link", { name, exact: true });

/** Opens Home and waits until it asks for exactly these steps. */
async function asksFor({ page, go }: AtConsole, ...steps: string[]): Promise<void> {
  await go("/");
  await until(`Home asks for ${steps.join(", ")}`, 20_000, async () => {
    const shown = await card(page).getByRole("link").allInnerTexts();
    return shown.join() === steps.join() ? true : undefined;
  });
}

/** Makes a key by keyboard alone, from the step to its page and back, and returns its value. */
async function makeKey(page: Page): Promise<string> {
  await enter(page, link(page, "Create an API key"));
  await isTitled(page, "API keys");
  await fill(page, "Name of the new key", "first");
  await page.getByRole("radio", { name: /^do everything/ }).check();
  await enter(page, page.getByRole("button", { name: "Create key", exact: true }));
  return (await page.locator("code.secret").textContent()) ?? "";
}

test(
  "a new team is asked for a table, a member, an agent and a key; each leaves when it is done, and the last one hides all",
  { skip },
  async () => {
    const team = await emptyTeam();
    const owner = await atConsole(await openPage({ width: 1_440 }), team, "owner");
    const { page } = owner;
    await asksFor(owner, ...ALL);
    await card(page).getByText("0 of 4 done").waitFor();
    await assertGoodEverywhere(page, "journey first steps", WIDTHS);
    const key = await makeKey(page);
    await asksFor(owner, ...ALL.slice(0, 3));

    const member = await atConsole(await openPage({ width: 390 }), team, "member");
    await asksFor(member, "Create a table");
    assert.equal(await card(member.page).getByRole("button").count(), 0, "a member hides nothing");
    await asksFor(owner, "Create a table", "Connect an agent");

    const { call } = teamApi(() => key);
    const columns = [{ name: "item", type: "text" }];
    assert.equal((await call("POST", "data/tables", { display_name: "Stock", columns })).status, 201);
    await asksFor(owner, "Connect an agent");
    await card(page).getByText("3 of 4 done").waitFor();
    await asksFor(member);

    await callAt("mcp", { name: "list_tables", values: {}, token: key });
    const setting = async () => ((await call("GET", "config")).body as { first_steps: string }).first_steps;
    await until("all are done, and hidden", 60_000, async () =>
      (await setting()) === "hidden" ? true : undefined,
    );
    await asksFor(owner);
    await jst("config", "set", "--team", team, "console.first_steps", "shown");
    await asksFor(owner);
    await page.waitForLoadState("networkidle");
    assert.equal(await setting(), "shown", "done before: nothing hides them again");
    assertNoFault(owner);
    assertNoFault(member);
  },
);

test(
  "Hide by keyboard on a telephone hides them for the team, and Settings shows them again",
  { skip },
  async () => {
    const owner = await atConsole(await openPage({ width: 390 }), await emptyTeam(), "owner");
    const { page } = owner;
    await asksFor(owner, ...ALL);
    await enter(page, card(page).getByRole("button", { name: "Hide", exact: true }));
    await card(page).waitFor({ state: "detached" });
    await keepsFocus(page);
    await asksFor(owner);
    await owner.go("/settings");
    const line = page.getByRole("listitem").filter({ hasText: "First steps on Home" });
    await line.getByText("hidden", { exact: true }).waitFor();
    await line.getByRole("button", { name: "Change" }).click();
    await dialog(page).getByRole("button", { name: "Change", exact: true }).click();
    await line.getByText("shown", { exact: true }).waitFor();
    await asksFor(owner, ...ALL);
    assertNoFault(owner);
  },
);
