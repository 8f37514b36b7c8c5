import { noBrowser, testBrowser } from "@jst/testing/browser";
import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { isTitled, press } from "../src/console-acts.ts";
import { assertGoodEverywhere, assertNoFault, atConsole, SCRIPT, type AtConsole } from "../src/console.ts";
import { mintPersonal, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";

/** Notices at the console, in a real browser: the bell, the list and the preferences (console.notices). */
const openPage = testBrowser();
const skip = noBrowser;

let agent = "";
let owner: AtConsole;
before(async () => {
  if (skip !== false) return;
  const { slug } = await newTeam("notices");
  agent = await mintPersonal(slug, "human:member:agent");
  owner = await atConsole(await openPage({ width: 390 }), slug, "owner");
});

async function propose(name: string): Promise<void> {
  const body = { first_name: `${name} ${SCRIPT}`, email: `${name}@example.test` };
  const { status } = await send({ method: "POST", path: "/api/v1/contacts", token: agent, body });
  assert.equal(status, 202);
}

const bell = (unread: string) =>
  owner.page.getByRole("link", { name: `Notifications, ${unread} unread`, exact: true });
const list = () => owner.page.getByRole("list", { name: "Notifications" });

test(
  "the bell counts by itself, a notice leads to its proposal and turns read, and all others at once",
  { skip },
  async () => {
    const { page } = owner;
    await bell("none").waitFor();
    for (const name of ["ada", "bo", "cy"]) await propose(name);
    await bell("3").waitFor();
    await bell("3").click();
    await isTitled(page, "Notifications");
    await list().getByRole("link", { name: "Create contact ada" }).waitFor();
    await assertGoodEverywhere(page, "journey notifications");
    await list().getByRole("link", { name: "Create contact ada" }).click();
    await page.getByRole("heading", { name: "What it changes" }).waitFor();
    await bell("2").click();
    await press(page, "Mark all as read");
    await bell("none").waitFor();
    await page.getByText("Nothing is unread.").waitFor();
    await press(page, "All");
    await until("three notices are listed", 20_000, async () =>
      (await list().getByRole("link").count()) === 3 ? true : undefined,
    );
    await page.getByRole("button", { name: "Mark as unread" }).first().click();
    await bell("1").waitFor();
    assertNoFault(owner);
  },
);

test("a proposal that is opened from Approvals turns its notice read", { skip }, async () => {
  const { page, go } = owner;
  await go("/notifications");
  await press(page, "Mark all as read");
  await bell("none").waitFor();
  for (const name of ["dee", "eve"]) await propose(name);
  await bell("2").waitFor();
  await go("/approvals");
  await page.getByRole("main").getByRole("link", { name: "Create contact dee" }).click();
  await page.getByRole("heading", { name: "What it changes" }).waitFor();
  await bell("1").waitFor();
  await bell("1").click();
  await list().getByRole("link", { name: "Create contact eve" }).waitFor();
  assert.equal(await list().getByRole("link").count(), 1);
  assertNoFault(owner);
});

test(
  "preferences are set by kind, with hours without mail, and a kind without a channel comes no more",
  { skip },
  async () => {
    const { page, go } = owner;
    await go("/notifications?view=preferences");
    const waits = page.getByRole("group", { name: "A proposal waits for approval" });
    for (const channel of ["In the console", "By e-mail"]) await waits.getByLabel(channel).uncheck();
    await page.getByLabel("From", { exact: true }).fill("22:00");
    await page.getByLabel("To", { exact: true }).fill("22:00");
    await press(page, "Save preferences");
    await page.getByText("The quiet hours begin and end at the same time").waitFor();
    await page.getByLabel("To", { exact: true }).fill("07:00");
    await page.getByRole("combobox", { name: "Time zone" }).selectOption("Europe/Vienna");
    await press(page, "Save preferences");
    await page.getByText("Your preferences are saved.").waitFor();
    await assertGoodEverywhere(page, "journey notification preferences");
    await go("/notifications?view=preferences");
    assert.equal(await waits.getByLabel("By e-mail").isChecked(), false);
    assert.equal(await page.getByLabel("From", { exact: true }).inputValue(), "22:00");
    assertNoFault(owner);
  },
);
