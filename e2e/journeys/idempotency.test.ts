import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { jst, mintHumanToken, newTeam } from "../src/fleet.ts";
import { codeOf, send, type Answer } from "../src/http.ts";
import { nameOf, registry, type Rpc } from "../src/registry.ts";
import { sampleOf } from "../src/samples.ts";
import { makeWorld } from "../src/world.ts";
import { pathOf, type Ids } from "../src/path-ids.ts";

/**
 * Idempotency-Key on every rpc that writes, through the gateway (conventions.idempotency,
 * conventions.idempotency-clash).
 */
const writes = registry
  // A service token decides on no changeset. The key of many decisions is the key of each (trust.decide-many).
  .filter(({ service }) => service !== "changes.v1.Changes" && service !== "agent.v1.Changesets")
  .filter((rpc) => !rpc.readOnly && rpc.access === "scope" && rpc.door === "rest")
  // No delivery of the world has used up its attempts.
  .filter(({ method }) => method !== "SkipDelivery")
  // Deletions come last, and an object before its parent.
  .sort((a, b) => rank(a) - rank(b));

function rank({ bindings: [binding] }: Rpc): number {
  return binding?.verb === "DELETE" ? 100 - binding.path.split("{").length : 0;
}

let slug = "";
let token = "";
let ids: Ids = {};
/** Ids with imports that no other write has run. */
let unrun: Ids = {};
before(async () => {
  ({ slug, token } = await newTeam("idempotency"));
  ids = await makeWorld(token, slug);
  const body = { source: { text: "name\nAda\n" } };
  const made = async (path: string) =>
    ((await send({ method: "POST", path, token, body })).body as { id: string }).id;
  unrun = {
    ...ids,
    import_id: await made("/api/v1/data/imports"),
    contact_import_id: await made("/api/v1/contacts/imports"),
  };
});

/** Returns the parts of an answer that a client stores. */
function shown({ status, body, headers }: Answer): unknown {
  const kept = ["content-type", "etag", "location", "x-changeset-id", "cache-control"];
  return { status, body, headers: kept.map((name) => headers.get(name)) };
}

const shownOnce = new Set(["secret", "value", "refresh_token"]);

/** The answer without the members that are shown once (conventions.idempotency-clash). */
function withoutSecret(answer: Answer): Answer {
  const isSecret = ([name, value]: [string, unknown]) => shownOnce.has(name) && typeof value === "string";
  const members = Object.entries(answer.body as object).filter((one) => !isSecret(one));
  return { ...answer, body: Object.fromEntries(members) };
}

describe("a write sent twice under one key is done once", () => {
  for (const rpc of writes) {
    test(nameOf(rpc), async () => {
      const [binding, alias] = rpc.bindings;
      const of = /^Cancel(?:Contact)?Import$/.test(rpc.method) ? unrun : ids;
      const ask = (path: string, body: unknown = sampleOf(rpc, ids)) =>
        send({
          method: binding?.verb ?? "",
          path: pathOf(path, of),
          token,
          headers: { "idempotency-key": nameOf(rpc) },
          ...(rpc.request === null ? {} : { body }),
        });
      const path = binding?.path ?? "";
      const first = await ask(path);
      assert.ok(first.status < 300, `${first.status} ${JSON.stringify(first.body)}`);
      assert.equal(first.headers.get("idempotency-replayed"), null);
      const again = await ask(alias?.path ?? path);
      assert.equal(again.headers.get("idempotency-replayed"), "true");
      assert.deepEqual(shown(again), shown(withoutSecret(first)));
      if (alias !== undefined) assert.deepEqual(shown(await ask(path)), shown(again));
    });
  }
});

const contacts = "/api/v1/contacts";
const named = (key: string, body: unknown, path = contacts) =>
  send({ method: "POST", path, token, body, headers: { "idempotency-key": key } });
const countOf = async (q: string) => {
  const { body } = await send({ path: `${contacts}?q=${q}&count=exact`, token });
  return (body as { total: number }).total;
};

test("of fifty at once one writes", async () => {
  const body = { first_name: "Parallel" };
  const answers = await Promise.all(Array.from({ length: 50 }, () => named("fifty", body)));
  assert.equal(await countOf("Parallel"), 1);
  for (const answer of answers)
    if (answer.status !== 201)
      assert.deepEqual([answer.status, codeOf(answer)], [409, "idempotency_in_progress"]);
});

test("a key that no header may hold is refused after the token, and nothing is written", async () => {
  const body = { first_name: "Refused" };
  for (const key of ["", "naïve", "x".repeat(256)]) {
    const answer = await named(key, body);
    assert.deepEqual([answer.status, codeOf(answer)], [400, "invalid_idempotency_key"], key);
    const headers = { "idempotency-key": key };
    assert.equal((await send({ method: "POST", path: contacts, body, headers })).status, 401);
  }
  assert.equal(await countOf("Refused"), 0);
});

test("a proposal made twice under one key is one proposal", async () => {
  const human = await mintHumanToken(slug);
  const propose = (first_name: string) =>
    send({
      method: "POST",
      path: contacts,
      token: human,
      body: { first_name },
      headers: { "idempotency-key": "proposal" },
    });
  const first = await propose("Proposed");
  assert.equal(first.status, 202);
  const again = await propose("Proposed");
  assert.deepEqual([again.status, again.body], [202, first.body]);
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  assert.equal(codeOf(await propose("Other")), "idempotency_key_reused");
});

describe("an agent names its write by argument or header", () => {
  const call = async (values: object, key?: string) => {
    const params = { name: "insert_row", arguments: { table_id: "agents", ...values } };
    const { body } = await send({
      method: "POST",
      path: "/api/v1/mcp",
      token,
      body: { jsonrpc: "2.0", id: 1, method: "tools/call", params },
      headers: key === undefined ? {} : { "idempotency-key": key },
    });
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test looks into the result's members.
    return (body as any).result.structuredContent;
  };
  const data = { name: "drill" };
  before(async () => {
    await jst("config", "set", "--team", slug, "modules.mcp_export", "true");
    const columns = [{ name: "name", type: "text" }];
    const body = { name: "agents", display_name: "Agents", columns };
    await send({ method: "POST", path: "/api/v1/data/tables", token, body });
  });

  test("the second call replays the first, also over REST", async () => {
    const first = await call({ data, idempotency_key: "a1" });
    assert.deepEqual([first.queued, first.replayed], [false, undefined]);
    for (const again of [await call({ data, idempotency_key: "a1" }), await call({ data }, "a1")])
      assert.deepEqual(again, { ...first, replayed: true });
    const rest = await named("a1", { data }, "/api/v1/data/tables/agents/rows");
    assert.deepEqual([rest.status, rest.body], [201, first.result]);
    assert.equal(rest.headers.get("idempotency-replayed"), "true");
  });

  test("another argument under the key is idempotency_conflict", async () => {
    const { error } = await call({ data: { name: "saw" }, idempotency_key: "a1" });
    assert.deepEqual([error.code, error.status], ["idempotency_conflict", 409]);
  });
});
