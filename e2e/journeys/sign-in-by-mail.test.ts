import { keepPicture, noBrowser, testBrowser, violationsOf } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { atConsole } from "../src/console.ts";
import { fleet, newTeam } from "../src/fleet.ts";
import { mailedTo } from "../src/mailed.ts";
import { teamApi } from "../src/team-api.ts";

/** From an invitation to the console of a second team, through real SMTP and a real browser (sessions.mail). */
const openPage = testBrowser();
const skip = noBrowser;
const email = `newcomer-${Date.now()}@example.org`;
let first = "";
let second = "";
let secondToken = "";
before(async () => {
  ({ slug: first } = await newTeam("mail-one"));
  ({ slug: second, token: secondToken } = await newTeam("mail-two"));
});
/** The whole link in the newest mail whose subject begins so. */
const linkIn = async (subject: string): Promise<string> => {
  const { text } = await mailedTo(email, subject);
  return /\S+\/p\/sign-in\/\S+/.exec(text)?.[0] ?? assert.fail("The mail has no link.");
};

test(
  "a member is invited by mail, accepts, signs in by mail on a phone, and switches teams",
  { skip },
  async () => {
    const { page: owner, go } = await atConsole(await openPage(), first, "owner");
    await go("/members");
    await owner.getByRole("textbox", { name: "E-mail addresses of new members" }).fill(email);
    await owner.getByRole("button", { name: "Add and invite by e-mail" }).click();
    await owner.getByText("An invitation is on its way.").waitFor();
    const card = owner.getByRole("row").filter({ hasText: email });
    await card.getByText("Invited, has not signed in yet").waitFor();
    await keepPicture(owner, "journey members invited");
    assert.deepEqual(await violationsOf(owner), []);
    const page = await openPage({ width: 390 });
    await page.goto(await linkIn(""));
    await page.getByText("Your role is member").waitFor();
    await page.getByRole("button", { name: /^Accept, and sign in as/ }).click();
    await page.waitForURL("**/console");
    await owner.reload();
    await card.waitFor();
    assert.equal(await card.getByText("Invited, has not signed in yet").count(), 0);

    const { call } = teamApi(() => secondToken);
    const body = { email, role: "admin", notify: false };
    assert.equal((await call("POST", "members", body)).status, 201);
    const phone = await openPage({ width: 390 });
    await phone.goto(`${fleet().base_url}/p/sign-in`);
    await phone.getByLabel(/^E-mail address/).fill(email);
    await phone.getByLabel(/^Team/).fill(first);
    await phone.getByRole("button", { name: "Continue" }).click();
    await phone.getByRole("heading", { name: "Look into your mail" }).waitFor();
    await keepPicture(phone, "journey look into your mail");
    await phone.goto(await linkIn("Sign in to"));
    await phone.getByRole("button", { name: /^Sign in as/ }).click();
    await phone.waitForURL("**/console");
    const other = await phone.context().newPage();
    await other.goto(`${fleet().base_url}/console/contacts`);
    await other.getByRole("heading", { name: "Contacts" }).waitFor();
    const menu = phone.getByRole("button", { name: "Menu", exact: true });
    await menu.click();
    await phone.getByRole("button", { name: `Team: ${first}` }).click();
    await keepPicture(phone, "journey team menu");
    await phone.getByRole("menuitem", { name: /, admin$/ }).click();
    await menu.click();
    await phone.getByRole("button", { name: `Team: ${second}` }).waitFor();
    assert.deepEqual(await violationsOf(phone), []);
    // The other window would write into the second team.
    const locked = other.getByRole("alertdialog", { name: `You are now in the team ${second}` });
    await locked.waitFor();
    assert.deepEqual(await violationsOf(other), []);
    await keepPicture(other, "journey other team");
    await locked.getByRole("button", { name: `Switch back to ${first}` }).click();
    await locked.waitFor({ state: "detached" });
    await phone
      .getByRole("alertdialog", { name: `You are now in the team ${first}` })
      .getByRole("button", { name: `Go to ${first}` })
      .click();
    await phone.waitForURL("**/console");
  },
);
