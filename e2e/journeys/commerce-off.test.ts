import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { agentDoors, callAt } from "../src/agent-doors.ts";
import { jst, mintHumanToken, newTeam } from "../src/fleet.ts";
import { codeOf, send, type Answer } from "../src/http.ts";
import { postForm } from "../src/page-forms.ts";
import { nameOf, registry, type Rpc } from "../src/registry.ts";
import { sampleOf } from "../src/samples.ts";
import { makeWorld } from "../src/world.ts";
import { pathOf, type Ids } from "../src/path-ids.ts";

/** Commerce of a team that has used it is turned off (errors.module-off): nothing is written by any way. */
const OFF_MS = 20_000;
const OFF = "commerce_disabled";
const routed = registry.filter(({ module, door }) => module === "commerce" && door === "rest");
const lists = ["invoices", "quotes", "checkout", "subscriptions"];

let team: { slug: string; token: string };
let human = "";
let approver = "";
let ids: Ids = {};
let proposal = "";
let page = "";
let kept: unknown[] = [];

const read = async (path: string) => (await send({ path, token: team.token })).body;
const everything = () => Promise.all(lists.map((name) => read(`/api/v1/commerce/${name}?limit=100`)));

function ask(rpc: Rpc, token = team.token): Promise<Answer> {
  const { verb = "POST", path = "" } = rpc.bindings[0] ?? {};
  const body = rpc.request === null ? {} : { body: sampleOf(rpc, ids) };
  return send({ method: verb, path: pathOf(path, ids), token, ...body });
}

async function turn(value: "true" | "false"): Promise<void> {
  await jst("config", "set", "--team", team.slug, "modules.commerce.enabled", value);
  await until("the switch is in force", OFF_MS, async () => {
    const { status } = await send({ path: "/api/v1/commerce/invoices", token: team.token });
    return (status === 200) === (value === "true") || undefined;
  });
}

before(async () => {
  team = await newTeam("commerce-off");
  [human, approver] = [await mintHumanToken(team.slug), await mintHumanToken(team.slug)];
  ids = await makeWorld(team.token, team.slug);
  const asked = { currency: "EUR", line_items: [{ description: "Care", unit_amount: 4_900 }] };
  const post = (path: string, token: string, body: object) =>
    send({ method: "POST", path: `/api/v1/commerce/${path}`, token, body });
  const queued = await post("invoices", human, { contact_id: ids["contact_id"], ...asked });
  assert.equal(queued.status, 202, JSON.stringify(queued.body));
  proposal = (queued.body as { changeset_id: string }).changeset_id;
  const quote = await post("quotes", team.token, { contact_id: ids["contact_id"], ...asked });
  page = new URL((quote.body as { hosted_url: string }).hosted_url).pathname;
  kept = await everything();
  await turn("false");
});

test("every route of the module is refused, to read and to write, for every kind of token", async () => {
  const answers = routed.flatMap((rpc) =>
    [team.token, human].map(async (token) => [rpc, await ask(rpc, token)]),
  );
  const letIn = (await Promise.all(answers as Promise<[Rpc, Answer]>[])).filter(
    ([, answer]) => answer.status !== 403 || codeOf(answer) !== OFF,
  );
  assert.ok(routed.length > 20);
  assert.deepEqual(
    letIn.map(([rpc, { status }]) => `${nameOf(rpc)} ${status}`),
    [],
  );
});

test("every tool of the module is refused at every door of agents", async () => {
  const tools = routed.filter(({ tool }) => tool !== null);
  assert.ok(tools.length >= 4);
  for (const rpc of tools) {
    const values = sampleOf(rpc, ids) as Record<string, unknown>;
    for (const door of agentDoors)
      assert.deepEqual(
        await callAt(door, { name: rpc.tool ?? "", values, token: team.token }),
        { code: OFF },
        `${rpc.tool} at ${door}`,
      );
  }
});

test("what was proposed before is not approved, and waits", async () => {
  const path = `/api/v1/changesets/${proposal}`;
  const answer = await send({ method: "POST", path: `${path}/approve`, token: approver, body: {} });
  assert.deepEqual([answer.status, codeOf(answer)], [403, OFF]);
  assert.equal(((await read(path)) as { status: string }).status, "queued");
});

test("a page says that commerce is off, and a button that was seen before does nothing", async () => {
  assert.equal((await postForm(page, "action=accept")).statusCode, 403);
  assert.equal((await send({ path: page })).status, 403);
});

test("turned on again, everything is as it was, and the proposal is approved", async () => {
  await turn("true");
  assert.deepEqual(await everything(), kept);
  const path = `/api/v1/changesets/${proposal}/approve`;
  const answer = await send({ method: "POST", path, token: approver, body: {} });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
});
