import { noBrowser, testBrowser } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { act, fill, press } from "../src/console-acts.ts";
import { assertGoodEverywhere, assertNoFault, atConsole, SCRIPT } from "../src/console.ts";
import { newTeam } from "../src/fleet.ts";
import { teamApi } from "../src/team-api.ts";

/** Addresses that nothing is sent to, at the console (console.writing, comms.suppression). */
const openPage = testBrowser();
const skip = noBrowser;

let team = "";
let token = "";
before(async () => {
  ({ slug: team, token } = await newTeam("console-suppressions"));
});
const { call, listed } = teamApi(() => token);

test(
  "an address is suppressed, found and lifted, which changes no consent; a member may not lift it",
  { skip },
  async () => {
    const owner = await atConsole(await openPage(), team, "owner");
    const { page, go } = owner;
    const address = "bounced@example.test";
    await go("/suppressions");
    await press(page, "Suppress an address");
    await fill(page, "E-mail address, or phone number", "nobody");
    await press(page, "Suppress it");
    await page.getByText("validation_failed").waitFor({ state: "attached" });
    await fill(page, "E-mail address, or phone number", "Bounced@Example.test");
    await fill(page, "Why, for the team", SCRIPT);
    await press(page, "Suppress it");
    const card = page.getByRole("listitem").filter({ hasText: address });
    await card.getByText(/e-mail; a team member suppressed it; since/).waitFor();
    await card.getByText(SCRIPT).waitFor();
    const sent = await call("POST", "comms/send", { to: address, subject: "a", text: "b" });
    assert.equal((sent.body as { code: string }).code, "recipient_suppressed");
    await page.getByRole("searchbox", { name: "An address" }).fill("other@example.test");
    await page.keyboard.press("Enter");
    await page.getByText("This address is not suppressed.").waitFor();
    await page.getByRole("searchbox", { name: "An address" }).fill(address);
    await page.keyboard.press("Enter");
    await card.waitFor();
    await assertGoodEverywhere(page, "journey suppressions");

    const member = await atConsole(await openPage(), team, "member", "suppressing");
    await member.go("/suppressions");
    const seen = member.page.getByRole("listitem").filter({ hasText: address });
    await seen.waitFor();
    assert.equal(await seen.getByRole("button").count(), 0);

    await act(page, "Allow messages again");
    await card.waitFor({ state: "detached" });
    assert.equal((await listed("comms/suppressions", "suppressions")).length, 0);
    assert.equal((await call("POST", "comms/send", { to: address, subject: "a", text: "b" })).status, 202);
    assertNoFault(owner);
  },
);
