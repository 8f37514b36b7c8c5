import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { testAgent } from "../testing/test-agent.ts";

/**
 * The catalogue (operation.hostile-input) as arguments of a tool, at every door: refused with code and place, or the
 * service is asked once, with them.
 */
const agent = await testAgent();
beforeEach(() => {
  agent.upstream.seen = [];
  agent.upstream.answer = { body: "{}" };
});

/** A problem as a door tells it. */
interface Problem {
  code: string;
  errors?: { field: string; code: string }[];
}

/** Runs a tool with arguments as they are spelled; yields the problem, if there is one. */
type Door = (tool: string, spelled: string) => Promise<Problem | undefined>;

const doors: Record<string, Door> = {
  MCP: async (tool, spelled) => {
    const params = `{"name":"${tool}","arguments":${spelled}}`;
    const { body } = await agent.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`);
    return body.result.structuredContent.error;
  },
  "a call of a function": async (tool, spelled) =>
    (await agent.post("/tools/call", `{"name":"${tool}","arguments":${spelled}}`)).body.error,
  "a call of a function whose arguments are a text": async (tool, spelled) => {
    const call = { id: "c", type: "function", function: { name: tool, arguments: spelled } };
    return (await agent.post("/tools/call", call)).body.error;
  },
  "an action": async (tool, spelled) => {
    const { status, body } = await agent.post(`/actions/${tool}`, `{"arguments":${spelled}}`);
    return status === 200 ? undefined : body;
  },
};

const insert = (data: string) => `{"table_id":"t","data":${data}}`;
const query = (more: string) => `{"table_id":"t",${more}}`;
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const members = (count: number) => Array.from({ length: count }, (_unused, index) => `"k${index}":1`).join();

const malformed = ["malformed_json"];
const refused = (...places: string[]) => ["validation_failed", ...places];

const inserts: [what: string, spelled: string, refusal?: string[]][] = [
  ["__proto__ among them", '{"__proto__":{"x":1},"table_id":"t","data":{}}', refused("__proto__ unknown_field")],
  ["constructor among them", '{"table_id":"t","data":{},"constructor":1}', refused("constructor unknown_field")],
  ["prototype among them", '{"table_id":"t","data":{},"prototype":1}', refused("prototype unknown_field")],
  ["__proto__ in a cell", insert('{"__proto__":{"polluted":true}}'), refused("data.__proto__ unknown_field")],
  ["__proto__ in a list", insert('{"j":[{"__proto__":1}]}'), refused("data.j.0.__proto__ unknown_field")],
  ["constructor and prototype in a cell", insert('{"j":{"constructor":{"prototype":{"polluted":true}}}}')],
  ["duplicate names", '{"table_id":"a","table_id":"t","data":{},"data":{"n":1}}'],
  ["a number beyond a double", insert('{"n":1e400}'), refused("data.n out_of_range")],
  ["a number of 131,072 digits", insert('{"n":[1e131071]}'), refused("data.n.0 out_of_range")],
  ["an integer that a double would round", insert('{"n":9007199254740993}'), refused("data.n out_of_range")],
  ["twenty digits", insert('{"n":12345678901234567890}'), refused("data.n out_of_range")],
  ["minus zero and a very small number", insert('{"n":-0,"m":1e-300}')],
  ["faults of every kind", '{"data":{"n":1e400},"other":1,"table_id":1e400,"idempotency_key":1,"__proto__":1}', refused("__proto__ unknown_field", "data.n out_of_range", "idempotency_key invalid_type", "other unknown_field", "table_id out_of_range")],
  ["NUL", insert('{"a":"\\u0000"}'), malformed],
  ["NUL in a name", insert('{"\\u0000":1}'), malformed],
  ["NUL in an id", '{"table_id":"\\u0000","data":{}}', malformed],
  ["half a surrogate", insert('{"a":"\\ud800"}'), malformed],
  ["the other half, in a name", insert('{"\\udc00":1}'), malformed],
  ["sixteen levels", insert(nested(15))],
  ["seventeen levels", insert(nested(16)), malformed],
  ["sixty levels", insert(nested(55)), malformed],
  ["ten thousand cells", insert(`{${members(10_000)}}`)],
  ["ten thousand names", `{"table_id":"t","data":{},${members(10_000)}}`, refused("k0 unknown_field")],
  ["half a megabyte", insert(`{"a":"${"x".repeat(500_000)}"}`)],
  ["empty names in a cell, and one of 10 kB", insert(`{"j":{"":1," ":2,"${"k".repeat(10_240)}":3}}`)],
  ["an empty name", '{"table_id":"t","data":{},"":1}', refused(" unknown_field")],
  ["a read-only member", '{"table_id":"t","data":{},"team_id":"x"}', refused("team_id unknown_field")],
  ["a list for an object", '{"table_id":"t","data":[]}', refused("data invalid_type")],
  ["a path in an id", '{"table_id":"../../tokens?x=1#y","data":{}}'],
  ["a line break in an id", '{"table_id":"a\\r\\nx: y","data":{}}'],
  ["a line break in a key", '{"table_id":"t","data":{},"idempotency_key":"a\\nb"}', refused("idempotency_key invalid_format")],
  ["a key of 256 characters", `{"table_id":"t","data":{},"idempotency_key":"${"k".repeat(256)}"}`, refused("idempotency_key too_long")],
  ["what a spreadsheet would run", insert('{"a":"=HYPERLINK(\\"http://example.org\\")"}')],
]; // prettier-ignore

const queries: typeof inserts = [
  ["an object for an id", '{"table_id":{"id":"t"}}', refused("table_id invalid_type")],
  ["null for an id", '{"table_id":null}', refused("table_id invalid_type")],
  ["lists for scalars", '{"table_id":["t"],"limit":[1],"sort":{}}', refused("limit invalid_type", "sort invalid_type", "table_id invalid_type")],
  ...["true", '"05"', '"5a"', '"0x10"', "5.5"].map((limit): (typeof inserts)[0] => [`limit ${limit}`, query(`"limit":${limit}`), refused("limit invalid_type")]),
  ...["0", "-1"].map((limit): (typeof inserts)[0] => [`limit ${limit}`, query(`"limit":${limit}`), refused("limit too_small")]),
  ...["501", "1e9"].map((limit): (typeof inserts)[0] => [`limit ${limit}`, query(`"limit":${limit}`)]),
  ["null and an empty text in place of nothing", query('"cursor":"","sort":null,"filter":null')],
  ["a number and a filter as texts", query('"limit":"5","filter":"{}"')],
  ["a cursor of 10 kB", query(`"cursor":"${"A".repeat(10_240)}"`)],
  ["a cursor that fits into no URL", query(`"cursor":"${"A".repeat(900_000)}"`), ["uri_too_long"]],
  ["a filter that is a text", query('"filter":"{"'), refused("filter invalid_type")],
  ["q of 201 characters", query(`"q":"${"x".repeat(201)}"`), refused("q too_long")],
]; // prettier-ignore

for (const [name, run] of Object.entries(doors)) {
  describe(`arguments at ${name}`, () => {
    for (const [tool, table] of [
      ["insert_row", inserts],
      ["query_rows", queries],
    ] as const) {
      // prettier-ignore
      for (const [what, spelled, refusal] of table) {
        test(`${tool}, ${what}: ${refusal?.[0] ?? "the service is asked"}`, async () => {
          const problem = await run(tool, spelled);
          const places = problem?.errors?.map(({ field, code }) => `${field} ${code}`).sort() ?? [];
          assert.deepEqual(problem && [problem.code, ...places], refusal);
          assert.equal(agent.upstream.seen.length, refusal === undefined ? 1 : 0);
          assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
        });
      }
    }
  });
}

test("of a name that is given twice the last one counts at every door", async () => {
  for (const [name, run] of Object.entries(doors)) {
    await run("insert_row", '{"table_id":"a","table_id":"b","data":{},"data":{"n":1,"n":2}}');
    const seen = agent.upstream.seen.at(-1);
    assert.equal(seen?.header("x-envoy-original-path"), "/api/v1/data/tables/b/rows", name);
    assert.equal(seen.body, '{"data":{"n":2}}', name);
  }
});
