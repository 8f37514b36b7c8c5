import { noBrowser, testBrowser, type Page } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { before, test } from "node:test";
import { callAt } from "../src/agent-doors.ts";
import { atConsole, type AtConsole } from "../src/console.ts";
import { jst, mintPersonal, mintToken } from "../src/fleet.ts";
import { teamApi } from "../src/team-api.ts";

/** Pictures of the README, made from the real console; UPDATE_PICTURES=1 writes them. */
const openPage = testBrowser();
const skip = noBrowser;

const BYTES_MAX = 200_000;
const folder = new URL("../../docs/pictures/", import.meta.url);

const STATES = { states: ["new", "packed", "sent"], initial: "new", transitions: { new: ["packed"] } };
const COLUMNS = [
  { name: "customer", display_name: "Customer", type: "text", required: true },
  { name: "item", display_name: "Item", type: "text" },
  { name: "amount", display_name: "Amount", type: "number" },
  { name: "due", display_name: "Due", type: "date" },
  { name: "status", display_name: "Status", type: "state", options: STATES },
];
const ORDERS = [
  ["Ada Lovelace", "Punched cards", 1_240, "2026-12-01", "packed"],
  ["Grace Okafor", "Relay, 12 pole", 86.5, "2026-12-03", "new"],
  ["Bo Lindqvist", "Chart paper", 19.9, "2026-12-04", "new"],
  ["Mei Tanaka", "Vacuum tubes", 412, "2026-12-09", "packed"],
  ["Noor Haddad", "Plug board", 2_310, "2026-12-15", "new"],
  ["Ivo Marković", "Drum store", 7_900, "2027-01-12", "new"],
] as const;

let team = "";
let agent = "";
const { call } = teamApi(() => token);
let token = "";
before(async () => {
  if (skip !== false) return;
  team = `harbour-${randomUUID().slice(0, 4)}`;
  await jst("team", "create", team);
  token = await mintToken(team);
  agent = await mintPersonal(team, "human:member:planner");
  await jst("config", "set", "--team", team, "modules.mcp_export.enabled", "true");
  await made("data/tables", { name: "orders", display_name: "Orders", columns: COLUMNS });
  for (const [customer, item, amount, due, status] of ORDERS)
    await made("data/tables/orders/rows", { data: { customer, item, amount, due, status } });
});

async function made(path: string, body: object): Promise<void> {
  const answer = await call("POST", path, body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
}

const opened = async (): Promise<AtConsole> => {
  const owner = await atConsole(await openPage(), team, "owner");
  await owner.page.emulateMedia({ colorScheme: "light" });
  await owner.page.setViewportSize({ width: 1_280, height: 560 });
  return owner;
};

/** Takes the picture and writes it if that is asked for; the stored one is checked otherwise. */
async function take(page: Page, name: string): Promise<void> {
  const file = new URL(`${name}.png`, folder);
  if (process.env.UPDATE_PICTURES === "1") writeFileSync(file, await page.screenshot());
  const stored = readFileSync(file);
  assert.ok(stored.length < BYTES_MAX, `${name}.png has ${stored.length} bytes`);
  assert.equal(stored.readUInt32BE(16), 1_280, `${name}.png is 1280 pixels wide`);
}

test("the picture of a table shows its rows in the console", { skip }, async () => {
  const { page, go } = await opened();
  await go("/tables/orders");
  await page.getByText("Ivo Marković").waitFor();
  await take(page, "table");
});

test("the picture of an approval shows what an agent proposes, before and after", { skip }, async () => {
  const values = { email: "grace@harbour.example", first_name: "Grace", last_name: "Okafor", title: "Buyer" };
  await made("contacts", values);
  const better = { ...values, title: "Head of purchasing", phone: "+442079460018" };
  const proposal = { name: "contact_upsert", values: better, token: agent };
  assert.deepEqual(await callAt("mcp", proposal), { queued: true });
  const { page, go } = await opened();
  await go("/approvals");
  await page.getByRole("list", { name: "Changes" }).getByRole("link").first().click();
  await page.locator("td.after", { hasText: "Head of purchasing" }).waitFor();
  await take(page, "approval");
});
