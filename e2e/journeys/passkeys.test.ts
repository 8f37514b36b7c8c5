import {
  isTooWide,
  keepPicture,
  noBrowser,
  testBrowser,
  violationsOf,
  type Page,
} from "@jst/testing/browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { act, dialog, fill, press } from "../src/console-acts.ts";
import { jst, mintPersonal, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { atNamedConsole, namedBase, virtualAuthenticator } from "../src/passkeys.ts";

/** A member makes a passkey, signs in with it, and approves by it, in a real browser (passkeys.console). */
const openPage = testBrowser();
const skip = noBrowser;

async function assertGood(page: Page, name: string): Promise<void> {
  assert.deepEqual(await violationsOf(page), []);
  assert.equal(await isTooWide(page), false);
  await keepPicture(page, name);
}

/** Collects what the policy of the page refuses. */
function refusedByPolicy(page: Page): string[] {
  const refused: string[] = [];
  page.on("console", (line) => {
    if (line.text().includes("Content Security Policy")) refused.push(line.text());
  });
  return refused;
}

async function propose(token: string, name: string): Promise<string> {
  const { status, body } = await send({
    method: "POST",
    path: "/api/v1/contacts",
    token,
    body: { first_name: name },
  });
  assert.equal(status, 202);
  return (body as { changeset_id: string }).changeset_id;
}

const addPasskey = async (page: Page, name: string) => {
  await fill(page, "Name of the passkey", name);
  await press(page, "Add a passkey");
  await page.getByText(`The passkey ${name} is ready.`).waitFor();
};

for (const width of [1_280, 390]) {
  test(
    `a member makes, renames and removes a passkey, and signs in with it by keyboard, at ${width} pixels`,
    { skip },
    async () => {
      const { slug } = await newTeam("passkeys");
      const page = await openPage({ width });
      const refused = refusedByPolicy(page);
      const { signatures } = await virtualAuthenticator(page);
      const { go } = await atNamedConsole(page, slug, "member");
      await go("/account");
      await page.getByText("You have no passkeys.").waitFor();
      await addPasskey(page, "Laptop");
      await press(page, "Rename");
      await dialog(page).getByLabel("Name of the passkey").fill("Phone");
      await dialog(page).getByRole("button", { name: "Rename" }).click();
      await page.getByRole("heading", { name: "Phone" }).waitFor();
      await assertGood(page, `account ${width}`);
      await page.context().clearCookies();
      await page.goto(`${namedBase()}/p/sign-in?return_to=%2Fconsole%2Faccount`);
      await page.getByRole("button", { name: "Use a passkey" }).waitFor();
      await assertGood(page, `sign-in with a passkey ${width}`);
      await page.getByRole("button", { name: "Use a passkey" }).focus();
      await page.keyboard.press("Enter");
      await page.waitForURL("**/console/account");
      await page.getByText("last used").waitFor();
      assert.equal((await signatures()).length, 1);
      await act(page, "Delete");
      await page.getByText("You have no passkeys.").waitFor();
      await page.context().clearCookies();
      await page.goto(`${namedBase()}/p/sign-in`);
      await press(page, "Use a passkey");
      await page.getByText("This passkey is not known here, or its check failed.").waitFor();
      await assertGood(page, `refused passkey ${width}`);
      assert.deepEqual(refused, []);
    },
  );

  test(
    `an approval asks for the passkey and goes on once it was used, at ${width} pixels`,
    { skip },
    async () => {
      const { slug } = await newTeam("step-up");
      const agent = await mintPersonal(slug, "human:owner:agent");
      const page = await openPage({ width });
      const authenticator = await virtualAuthenticator(page);
      const { go } = await atNamedConsole(page, slug, "owner");
      await go("/account");
      await addPasskey(page, "Laptop");
      await jst("config", "set", "--team", slug, "trust.step_up", "passkey");
      const [first, ...others] = [
        await propose(agent, "Ada"),
        await propose(agent, "Bo"),
        await propose(agent, "Cy"),
      ];
      await authenticator.recognize(false);
      await go(`/approvals/${first}`);
      await press(page, "Approve");
      await page.getByRole("alert").getByText("step_up_required").waitFor({ state: "attached" });
      await page.locator(".pill", { hasText: "Waiting for approval" }).first().waitFor();
      await assertGood(page, `approval without the passkey ${width}`);
      await authenticator.recognize(true);
      await press(page, "Approve");
      await page.locator(".pill", { hasText: "done" }).waitFor({ timeout: 20_000 });
      assert.equal(await page.getByRole("alert").count(), 0);
      const used = await authenticator.signatures();
      await go("/approvals");
      await page.getByLabel("Choose all on this page").check();
      await press(page, `Approve ${others.length}`);
      await page.getByText("Approved: 2.").waitFor();
      assert.deepEqual(await authenticator.signatures(), used);
    },
  );
}

test("many approvals at once ask for the passkey once", { skip }, async () => {
  const { slug } = await newTeam("step-up-many");
  const agent = await mintPersonal(slug, "human:owner:agent");
  const page = await openPage();
  const authenticator = await virtualAuthenticator(page);
  const { go } = await atNamedConsole(page, slug, "owner");
  await go("/account");
  await addPasskey(page, "Laptop");
  await jst("config", "set", "--team", slug, "trust.step_up", "passkey");
  for (const name of ["Ada", "Bo", "Cy"]) await propose(agent, name);
  const before = await authenticator.signatures();
  await go("/approvals");
  await page.getByLabel("Choose all on this page").check();
  await press(page, "Approve 3");
  await page.getByText("Approved: 3.").waitFor();
  assert.deepEqual(
    await authenticator.signatures(),
    before.map((count) => count + 1),
  );
  const { body } = await send({ path: "/api/v1/contacts", token: agent });
  assert.equal((body as { contacts: unknown[] }).contacts.length, 3);
});
