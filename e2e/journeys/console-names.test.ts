import { keepPicture, noBrowser, testBrowser } from "@jst/testing/browser";
import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { assertNoFault, atConsole, isSettled, type AtConsole } from "../src/console.ts";
import { jst, mintPersonal, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { visibleCodes } from "../src/visible-codes.ts";
import { makeWorld } from "../src/world.ts";

/** People, keys and apps by name, and no id or name of the API outside of a fold (console.names). */
const openPage = testBrowser();
const skip = noBrowser;
const WIDE = { width: 1_440, height: 900 };
const NARROW = { width: 390, height: 844 };

let team = "";
let token = "";
let owner: AtConsole;
before(async () => {
  if (skip !== false) return;
  ({ slug: team, token } = await newTeam("names"));
  for (const module of ["review", "agent_connect", "emr", "emr.labs"])
    await jst("config", "set", "--team", team, `modules.${module}.enabled`, "true");
  await makeWorld(token, team);
  const agent = await mintPersonal(team, "human:member:nina");
  const answer = await send({
    method: "POST",
    path: "/api/v1/contacts",
    token: agent,
    body: { first_name: "Proposed" },
  });
  assert.equal(answer.status, 202);
  owner = await atConsole(await openPage(WIDE), team, "owner");
});

const lists = [
  ...["", "/approvals", "/tables", "/contacts", "/forms", "/files", "/articles", "/bases", "/bookings"],
  ...["/notifications", "/event-types", "/hours", "/invoices", "/quotes", "/subscriptions", "/messages"],
  ...["/templates", "/consents", "/suppressions", "/reviews", "/keys", "/webhooks", "/events", "/connect"],
  ...["/members", "/apps", "/audit", "/rules", "/settings", "/account"],
];
const records = [
  ...["/approvals", "/tables", "/contacts", "/forms", "/articles", "/bases", "/bookings", "/event-types"],
  ...["/files", "/invoices", "/quotes", "/subscriptions", "/messages", "/templates", "/reviews", "/webhooks"],
];

/** Keeps pictures of the page at a desk and on a telephone, light and dark. */
async function picturesOf(name: string): Promise<void> {
  const { page } = owner;
  for (const colorScheme of ["light", "dark"] as const)
    for (const size of [NARROW, WIDE]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(size);
      await keepPicture(page, `names ${name} ${size.width} ${colorScheme}`);
    }
}

describe("no page shows an id or a name of the API outside of a closed fold", () => {
  for (const path of lists)
    test(path || "/", { skip }, async () => {
      await owner.go(path);
      await picturesOf(path.slice(1) || "home");
      assert.deepEqual(await visibleCodes(owner.page), []);
      assertNoFault(owner);
    });
  for (const path of records)
    test(`one of ${path}`, { skip }, async () => {
      const { page, go } = owner;
      await go(path);
      if (path === "/approvals") await page.getByRole("button", { name: "Done", exact: true }).click();
      await page.locator(`main a[href^="/console${path}/"]`).first().click();
      await until("the record is there", 10_000, () => (page.url().includes(`${path}/`) ? true : undefined));
      await isSettled(page);
      await picturesOf(`one of ${path.slice(1)}`);
      assert.deepEqual(await visibleCodes(page), []);
      assertNoFault(owner);
    });
});

test("a proposal names the key and its member, and the audit log the member", { skip }, async () => {
  const { page, go } = owner;
  const member = `member.nina@${team}.test`;
  await go("/approvals");
  await page.getByText(`key of ${member}`).first().waitFor();
  await go("/audit");
  await page.getByText(member).first().waitFor();
  await go("/keys");
  await page.getByText("created by your administrator").first().waitFor();
});

test("the fold of a record has its id, with a button that copies it", { skip }, async () => {
  const { page, go } = owner;
  await go("/contacts");
  await page.locator(`main a[href^="/console/contacts/"]`).first().click();
  await page.getByText("Details", { exact: true }).click();
  const id = page.url().split("/").at(-1) ?? "";
  await page.getByText(id, { exact: true }).waitFor();
  await page.getByRole("button", { name: "Copy: Id", exact: true }).waitFor();
});
