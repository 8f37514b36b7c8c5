import { keepPicture, isTooWide, noBrowser, testBrowser, violationsOf } from "@jst/testing/browser";
import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { assertNoFault, atConsole, isSettled, SCRIPT, type AtConsole } from "../src/console.ts";
import { gridCell } from "../src/console-grid.ts";
import { jst, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { makeWorld } from "../src/world.ts";

/** Every page of the console in a real browser, with a script in the texts that a tenant writes (console.app). */
const openPage = testBrowser();
const skip = noBrowser;
const NARROW = 320;
const WIDE = 1_280;
const HEIGHT = 800;

let team = "";
let token = "";
let owner: AtConsole;
before(async () => {
  if (skip !== false) return;
  ({ slug: team, token } = await newTeam("pages"));
  for (const module of ["review", "agent_connect", "emr", "emr.labs"])
    await jst("config", "set", "--team", team, `modules.${module}.enabled`, "true");
  await makeWorld(token, team);
  await hostile();
  owner = await atConsole(await openPage({ width: NARROW }), team, "owner");
});

const make = async (path: string, body: object): Promise<{ id: string }> => {
  const answer = await send({ method: "POST", path: `/api/v1/${path}`, token, body });
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return answer.body as { id: string };
};

/** A script in every text that is shown. */
async function hostile(): Promise<void> {
  const contact = await make("contacts", { first_name: SCRIPT, email: "script@example.test", notes: SCRIPT });
  await make("articles", { title: SCRIPT, body: SCRIPT });
  const base = await make("bases", { name: SCRIPT, description: SCRIPT });
  await make(`bases/${base.id}/blocks`, { blocks: [{ type: "paragraph", text: SCRIPT }] });
  const lines = [{ description: SCRIPT, unit_amount: 1_000 }];
  await make("commerce/invoices", { contact_id: contact.id, currency: "EUR", line_items: lines });
  await make("data/tables", {
    display_name: SCRIPT,
    name: "script",
    columns: [{ name: "text", type: "text" }],
  });
  await make("data/tables/script/rows", { data: { text: SCRIPT } });
}

/** Pictures of the page as a telephone and a desk show it. */
async function picturesOf(name: string): Promise<void> {
  const { page } = owner;
  for (const width of [WIDE, NARROW]) {
    await page.setViewportSize({ width, height: HEIGHT });
    await keepPicture(page, `${name} ${width}`);
  }
}

/** Lists of things of which a telephone shows a part alone. */
const CUT_OFF =
  "[...document.querySelectorAll('.things')].filter((one) => one.scrollWidth > one.clientWidth).length";

const lists = [
  ...[
    "/",
    "/approvals",
    "/tables",
    "/imports",
    "/contact-imports",
    "/contacts",
    "/forms",
    "/files",
    "/articles",
    "/bases",
    "/bookings",
  ],
  "/notifications",
  ...[
    "/event-types",
    "/hours",
    "/invoices",
    "/quotes",
    "/subscriptions",
    "/messages",
    "/templates",
    "/consents",
    "/suppressions",
    "/reviews",
    "/keys",
    "/webhooks",
  ],
  ...["/events", "/connect", "/members", "/apps", "/audit", "/rules", "/settings", "/account", "/nowhere"],
];

describe("every page is accessible and as narrow as a telephone, and what a tenant wrote runs nowhere", () => {
  for (const path of lists)
    test(path, { skip }, async () => {
      const { page, go } = owner;
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await go(path === "/" ? "" : path);
        assert.equal(await page.locator(".failure").count(), 0);
        assert.deepEqual(await violationsOf(page), [], colorScheme);
        await picturesOf(`${path.slice(1) || "home"} ${colorScheme}`);
      }
      assert.equal(await isTooWide(page), false);
      assert.equal(await page.evaluate<number>(CUT_OFF), 0);
      assertNoFault(owner);
    });
});

describe("so is the page of the first thing of each list", () => {
  const of = [
    "/approvals",
    "/tables",
    "/contacts",
    "/forms",
    "/articles",
    "/bases",
    "/bookings",
    "/event-types",
    "/files",
    "/invoices",
  ];
  for (const path of [...of, "/quotes", "/subscriptions", "/messages", "/reviews", "/webhooks"])
    test(path, { skip }, async () => {
      const { page, go } = owner;
      await go(path);
      if (path === "/approvals") await page.getByRole("button", { name: "Done", exact: true }).click();
      await page.locator(`main a[href^="/console${path}/"]`).first().click();
      await until("the thing is there", 10_000, () => (page.url().includes(`${path}/`) ? true : undefined));
      await isSettled(page);
      assert.equal(await page.locator(".failure").count(), 0);
      assert.deepEqual(await violationsOf(page), []);
      await picturesOf(`one of ${path.slice(1)}`);
      assert.equal(await isTooWide(page), false);
      assertNoFault(owner);
    });
});

test("a script is shown as it was written", { skip }, async () => {
  for (const path of ["/tables/script", "/contacts", "/articles", "/bases"]) {
    await owner.go(path);
    await owner.page.getByText(SCRIPT).first().waitFor();
  }
  assertNoFault(owner);
});

test("a viewer sees what a viewer may read, and nothing to write with", { skip }, async () => {
  const viewer = await atConsole(await openPage(), team, "viewer");
  const { page } = viewer;
  const menu = page.getByRole("navigation");
  await menu.getByRole("link", { name: "Contacts" }).waitFor();
  for (const name of ["Developers", "API keys", "Audit", "Connected apps"])
    assert.equal(await menu.getByRole("link", { name }).count(), 0, name);
  await viewer.go("/tables/script");
  await gridCell(page, SCRIPT).waitFor();
  await page.getByRole("button", { name: "Columns", exact: true }).click();
  await page.getByRole("region", { name: "Columns of the table" }).waitFor();
  assert.equal(await page.getByRole("grid").locator("[aria-readonly=false]").count(), 0);
  await viewer.go("/audit");
  await page.getByRole("alert").getByText("insufficient_scope").waitFor({ state: "attached" });
});

test("a role that is lowered while the console is open is told so, and shown less", { skip }, async () => {
  const admin = await atConsole(await openPage(), team, "admin", "lowered");
  const { page } = admin;
  await admin.go("/keys");
  await page.getByRole("button", { name: "Create key" }).waitFor();
  await jst("member", "add", "--team", team, "--email", `admin.lowered@${team}.test`, "--role", "viewer");
  await page.getByRole("textbox", { name: "Name of the new key" }).fill("too late");
  await until("the role is known here", 20_000, async () => {
    const making = page.getByRole("button", { name: "Create key" });
    if (await making.isVisible()) await making.click({ timeout: 1_000 }).catch(() => undefined);
    return (await page.getByText(`admin.lowered@${team}.test, viewer`).count()) > 0 ? true : undefined;
  });
  await page.getByRole("button", { name: "Create key" }).waitFor({ state: "detached" });
  assert.equal(await page.getByRole("link", { name: "Developers" }).count(), 0);
});

test("a module that is off is not there", { skip }, async () => {
  const { page, go } = await atConsole(await openPage(), team, "owner", "desk");
  const menu = page.getByRole("navigation");
  await menu.getByRole("link", { name: "Reviews" }).waitFor();
  await jst("config", "set", "--team", team, "modules.review.enabled", "false");
  await until("the page is not offered", 10_000, async () => {
    await go("");
    await menu.getByRole("link", { name: "Contacts" }).waitFor();
    return (await menu.getByRole("link", { name: "Reviews" }).count()) === 0 ? true : undefined;
  });
  for (const path of ["/reviews", "/reviews/0198f0a0-0000-7000-8000-000000000000"]) {
    await go(path);
    await page.getByText("The module Review is off for this team.").waitFor();
    await page.getByText(`jst config set --team ${team} modules.review.enabled true`).waitFor();
    assert.equal(await page.getByRole("alert").count(), 0);
  }
});
