import {
  isTooWide,
  keepPicture,
  noBrowser,
  testBrowser,
  violationsOf,
  type Page,
} from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { fill, press } from "../src/console-acts.ts";
import { assertNoFault, atConsole, type AtConsole } from "../src/console.ts";
import { jst, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { teamApi } from "../src/team-api.ts";

/** Keys of agents whose writes wait for approval, in a real browser (console.keys). */
const openPage = testBrowser();
const skip = noBrowser;

let team = "";
let token = "";
before(async () => {
  ({ slug: team, token } = await newTeam("console-keys"));
});
const { call, listed } = teamApi(() => token);

/** Fills in the form of a key that may do everything and whose writes wait. */
async function fillWaiting({ page, go }: AtConsole, name: string): Promise<void> {
  await go("/keys");
  await fill(page, "Name of the new key", name);
  assert.ok(await page.getByRole("radio", { name: "Changes wait for approval" }).isDisabled());
  await page.getByText("A key that only reads changes nothing").waitFor();
  await page.getByRole("radio", { name: "do everything" }).check();
  await page.getByText("takes effect at once, unless").waitFor();
  await page.getByRole("radio", { name: "Changes wait for approval" }).check();
  await page.getByText("wait in Approvals until").waitFor();
}

/** Reads the key and its refresh key, which the page shows once. */
async function secretsOf(page: Page): Promise<[string, string]> {
  await page.locator("code.secret").nth(1).waitFor();
  const [key = "", refresh = ""] = await page.locator("code.secret").allTextContents();
  return [key, refresh];
}

test(
  "a key whose writes wait proposes, approves nothing, and is exchanged for the next",
  { skip },
  async () => {
    const owner = await atConsole(await openPage(), team, "owner");
    const { page } = owner;
    await page.setViewportSize({ width: 390, height: 844 });
    await fillWaiting(owner, "agent");
    assert.equal(await isTooWide(page), false);
    await keepPicture(page, "journey key that proposes, form");
    for (const type of ["Service key", "Personal key", "Emergency key"])
      assert.match(
        await page
          .getByRole("term")
          .filter({ hasText: type })
          .locator("xpath=following-sibling::dd")
          .innerText(),
        type === "Service key" ? /take effect at once, unless/ : /wait for approval/,
      );
    await press(page, "Create key");
    const [key, refresh] = await secretsOf(page);
    assert.deepEqual(await violationsOf(page), []);
    assert.equal(await isTooWide(page), false);
    await keepPicture(page, "journey key that proposes");
    const proposed = await call("POST", "contacts", { first_name: "Ada" }, key);
    assert.equal(proposed.status, 202);
    assert.deepEqual(await listed("contacts", "contacts"), []);
    const { changeset_id: id } = proposed.body as { changeset_id: string };
    for (const [method, path] of [
      ["POST", `changesets/${id}/approve`],
      ["POST", "tokens"],
      ["GET", "approval-rules"],
    ] as const)
      assert.equal((await call(method, path, method === "GET" ? undefined : {}, key)).status, 403, path);
    const next = await send({
      method: "POST",
      path: "/api/v1/tokens/refresh",
      body: { refresh_token: refresh },
    });
    const { value } = next.body as { value: string };
    assert.equal((await call("POST", "contacts", { first_name: "Bea" }, value)).status, 202);
    await owner.go("/approvals");
    await page.getByRole("list", { name: "Changes" }).getByText("Create contact Bea").waitFor();
    await owner.go("/keys");
    assert.equal(await page.getByText(key).count(), 0);
    await page.getByText("expires in ").first().waitFor();
    assertNoFault(owner);
  },
);

test("the form says where the team lets writes with such a key run at once", { skip }, async () => {
  await jst("config", "set", "--team", team, "trust.rest", "execute");
  const owner = await atConsole(await openPage(), team, "owner");
  await fillWaiting(owner, "direct");
  await owner.page.getByText("only agents wait").waitFor();
  await owner.page.getByRole("radio", { name: "read everything" }).check();
  assert.ok(await owner.page.getByRole("radio", { name: "Changes wait for approval" }).isDisabled());
  assert.equal(await owner.page.getByText("only agents wait").count(), 0);
  assertNoFault(owner);
});
