import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, test } from "node:test";
import { jst, newTeam } from "../src/fleet.ts";
import { formOf } from "../src/exchange.ts";
import { send, type Request } from "../src/http.ts";
import { askAs, leaksOf, valuePositions, type Ask, type Position } from "../src/leaks.ts";
import { readDescription } from "../src/openapi.ts";
import { registry } from "../src/registry.ts";
import { inDays } from "../src/samples.ts";
import { hostsOf, makeWorld } from "../src/world.ts";
import type { Ids } from "../src/path-ids.ts";

/**
 * Ids of another team inside values (operation.tenancy), and the same with faults planted between the tests and the
 * gateway.
 */
let [token, other] = ["", ""];
let own: Ids = {};
let foreign: Ids = {};
let positions: Position[] = [];

async function made(asker: string, path: string, body: unknown): Promise<{ id: string }> {
  const answer = await send({ method: "POST", path, token: asker, body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body as { id: string };
}

const relation = (table_id: string | undefined, cardinality: string) => ({
  type: "relation",
  relation: { table_id, cardinality },
});

before(async () => {
  const teams = [await newTeam("own"), await newTeam("foreign")] as const;
  for (const { slug } of teams) await jst("config", "set", "--team", slug, "modules.mcp_export", "true");
  [token, other] = [teams[0].token, teams[1].token];
  [own, foreign] = [await makeWorld(token, teams[0].slug), await makeWorld(other, teams[1].slug)];
  const columns = [
    { name: "one", ...relation(own["table_id"], "one") },
    { name: "many", ...relation(own["table_id"], "many") },
    { name: "contact", type: "contact" },
    { name: "user", type: "user" },
    { name: "code", type: "text", unique: true },
  ];
  const { id: table } = await made(token, "/api/v1/data/tables", { display_name: "Linked", columns });
  const { id: linked_id } = await made(token, `/api/v1/data/tables/${table}/rows`, {
    data: { one: own["row_id"] },
  });
  own = { ...own, linked_id };
  positions = valuePositions(table, own);
});

test("inside a value another team's id looks exactly like one that nobody has", async () => {
  assert.deepEqual(await leaksOf(positions, foreign, randomUUID, askAs(token)), []);
});

describe("the same test turns red when", () => {
  const text = (request: Request) => `${request.path} ${JSON.stringify(request.body ?? null)}`;
  const namesForeign = (request: Request) =>
    Object.values(foreign).some((id) => id !== "" && text(request).includes(id));
  const faults: [name: string, plant: () => Ask][] = [
    // Answers that a dropped policy, or a statement without its team, would give.
    [
      "rows of other teams are seen",
      () => (request) => askAs(namesForeign(request) ? other : token)(request),
    ],
    // A reference that nobody looks up is stored like a good one.
    [
      "a check is removed",
      () => (request) => {
        let [path, body] = [request.path, JSON.stringify(request.body)];
        for (const [kind, id] of Object.entries(foreign)) {
          path = path.replaceAll(id, own[kind] ?? id);
          body &&= body.replaceAll(id, own[kind] ?? id);
        }
        return askAs(token)({ ...request, path, body });
      },
    ],
    [
      "a cache's key lacks the team",
      () => {
        const cache = new Map<string, Awaited<ReturnType<Ask>>>();
        return async (request) => {
          // The other team has asked for its own thing before.
          const holder = namesForeign(request) ? other : token;
          const kept = cache.get(text(request)) ?? (await askAs(holder)(request));
          cache.set(text(request), kept);
          return kept;
        };
      },
    ],
    [
      "a refusal knows more than it may",
      () => async (request) => {
        const answer = await askAs(token)(request);
        return namesForeign(request)
          ? { ...answer, body: { ...(answer.body as object), owner: "another" } }
          : answer;
      },
    ],
    [
      "a refusal has another status",
      () => async (request) => {
        const answer = await askAs(token)(request);
        return namesForeign(request) && answer.status >= 400 ? { ...answer, status: 403 } : answer;
      },
    ],
  ];
  for (const [name, plant] of faults) {
    test(name, async () => {
      assert.notDeepEqual(await leaksOf(positions, foreign, randomUUID, plant()), []);
    });
  }
});

test("what another team has taken is free here: names of tables, addresses, external ids, unique cells, keys", async () => {
  const key = { "idempotency-key": randomUUID() };
  const columns = [{ name: "code", type: "text", unique: true }];
  const tables: string[] = [];
  for (const asker of [other, token]) {
    const { id } = await made(asker, "/api/v1/data/tables", {
      name: "taken",
      display_name: "Taken",
      columns,
    });
    tables.push(id);
    const rows = `/api/v1/data/tables/${id}/rows`;
    await made(asker, rows, { data: { code: "same" } });
    const batch = { upsert_on: "code", rows: [{ data: { code: "same" } }, { data: { code: "new" } }] };
    const upserted = await send({ method: "POST", path: `${rows}:batch`, token: asker, body: batch });
    assert.equal(upserted.status, 200, JSON.stringify(upserted.body));
    const count = await send({ path: `${rows}?count=exact`, token: asker });
    assert.equal((count.body as { total: number }).total, 2);
    const body = { email: "taken@example.com", external_id: "taken" };
    const contact = { method: "POST", path: "/api/v1/contacts", token: asker, body, headers: key };
    const answers = [await send(contact), await send(contact)];
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.get("idempotency-replayed")]),
      [
        [201, null],
        [201, "true"],
      ],
    );
  }
  assert.notEqual(tables[0], tables[1]);
});

test("a cursor of another team's query is refused, for a tool as for a list", async () => {
  const args = { table_id: foreign["table_id"], limit: 1 };
  const call = (asker: string, values: object) =>
    send({
      method: "POST",
      path: "/api/v1/mcp",
      token: asker,
      body: {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "query_rows", arguments: values },
      },
    });
  const page = await call(other, args);
  const { next_cursor: cursor } = (page.body as { result: { structuredContent: { next_cursor: string } } })
    .result.structuredContent;
  assert.equal(typeof cursor, "string");
  const stolen = await call(token, { table_id: own["table_id"], limit: 1, cursor });
  const { isError, structuredContent } = (
    stolen.body as { result: { isError: boolean; structuredContent: { error: { code: string } } } }
  ).result;
  assert.deepEqual([isError, structuredContent.error.code], [true, "invalid_cursor"]);
});

/** An invoice or a quote. */
const billed = (memo: string) => ({
  contact_id: foreign["contact_id"],
  currency: "EUR",
  line_items: [{ description: "Sample", unit_amount: 1 }],
  memo,
});

/** Something with the word in it, of everything that a list of a team searches: the path is the list's. */
const findable: Record<string, (word: string) => unknown> = {
  "/api/v1/scheduling/bookings": (name) => ({
    event_type_id: foreign["event_type_id"],
    start: inDays(9),
    attendee: { name, email: "ada@example.com" },
  }),
  "/api/v1/scheduling/event-types": async (name) => ({ name, host_id: (await hostsOf(other))[0] }),
  "/api/v1/commerce/invoices": billed,
  "/api/v1/commerce/quotes": billed,
  "/api/v1/commerce/checkout": (memo) => ({
    currency: "EUR",
    line_items: [{ description: "Sample", unit_amount: 1 }],
    success_url: "https://shop.example/",
    cancel_url: "https://shop.example/",
    memo,
  }),
  "/api/v1/commerce/subscriptions": (memo) => ({
    contact_id: foreign["contact_id"],
    currency: "EUR",
    items: [{ description: "Sample", unit_amount: 1 }],
    interval: "month",
    memo,
  }),
  "/api/v1/artifacts": (content) => ({ title: "Findable", content }),
  "/api/v1/bases": (name) => ({ name }),
  "/api/v1/articles": (body) => ({ title: "Findable", body }),
  "/api/v1/comms/email-rules": (name) => ({
    name,
    match: { all: [{ field: "subject", op: "contains", value: "x" }] },
    actions: [{ type: "tag_contact", tag: "x" }],
  }),
  "/api/v1/comms/templates": (name) => ({ name, channel: "sms", text: "Hello" }),
  "/api/v1/contacts": (first_name) => ({ first_name }),
  "/api/v1/data/tables": (display_name) => ({ display_name }),
  "/api/v1/members": (name) => ({
    name,
    email: `${randomUUID()}@example.org`,
    role: "viewer",
    notify: false,
  }),
  "/api/v1/forms": (title) => ({ title }),
  "/api/v1/files": (name) => formOf([{ part: "file", value: "Sample", name: `${name}.txt` }]),
  "/api/v1/tasks": (title) => ({ title }),
  "/api/v1/tokens": (name) => ({ name, type: "service" }),
  "/api/v1/webhooks": (word) => ({
    url: "http://127.0.0.1:18999/",
    events: ["contact.created"],
    description: word,
  }),
};

const isPost = ({ verb }: { verb: string }): boolean => verb === "POST";

test("the tests search every list of a team that can be searched", async () => {
  const description = await readDescription();
  const posted = new Set(registry.flatMap(({ bindings }) => bindings.filter(isPost).map(({ path }) => path)));
  // Objects that no token creates are searched beside their handlers.
  const lists = registry
    .filter(({ door, action }) => door === "rest" && action === "read")
    .flatMap(({ bindings }) => bindings[0]?.path ?? [])
    .filter((path) => posted.has(path))
    .filter((path) => !path.includes("{") && description.queryOf("GET", path).includes("q"));
  assert.deepEqual(lists.sort(), Object.keys(findable).sort());
});

for (const [path, bodyWith] of Object.entries(findable)) {
  test(`a search of ${path} neither finds nor counts what another team has`, async () => {
    const word = `quagga ${randomUUID()}`;
    await made(other, path, await bodyWith(word));
    const found = async (asker: string, query: string) => {
      const answer = await send({ path: `${path}?q=${encodeURIComponent(word)}${query}`, token: asker });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      const { total, ...page } = answer.body as { total?: number };
      return [Object.values(page).find(Array.isArray)?.length, total];
    };
    const description = await readDescription();
    const count = description.queryOf("GET", path).includes("count") ? "&count=exact" : "";
    assert.deepEqual(await found(other, count), [1, count === "" ? undefined : 1]);
    assert.deepEqual(await found(token, count), [0, count === "" ? undefined : 0]);
  });
}
