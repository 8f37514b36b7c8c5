import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { agentCaller, testAgent } from "../testing/test-agent.ts";
import { testSource } from "../testing/test-source.ts";

const crm = await testSource("crm");
const data = await testSource("data");
const agent = await testAgent({ crm: crm.address, data: data.address });

const uuids = Array.from({ length: 5 }, (_, index) => `0198f0a0-0000-7000-8000-00000000000${index}`);
const [first = "", second = "", third = "", fourth = "", fifth = ""] = uuids;
crm.uuids = [fourth, third, first];
data.uuids = [fifth, second];
const newest = [`data_${fifth}`, `crm_${fourth}`, `crm_${third}`, `data_${second}`, `crm_${first}`];

function idsOf(body: { changesets: { id: string }[] }): string[] {
  return body.changesets.map(({ id }) => id);
}

test("the changesets of every service are one list, newest first", async () => {
  const { status, body } = await agent.get("/changesets");
  assert.equal(status, 200);
  assert.deepEqual(idsOf(body), newest);
  assert.deepEqual([body.next_cursor, body.has_more], [null, false]);
});

test("pages follow each other across services, none missing and none twice", async () => {
  const caller = agentCaller();
  const walked: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const { body } = await agent.get(
      `/changesets?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`,
      caller,
    );
    walked.push(...idsOf(body));
    assert.equal(body.has_more, body.next_cursor !== null);
    cursor = body.next_cursor as string | null;
  }
  assert.deepEqual(walked, newest);
});

/** The ids of a walk along the cursors, page by page. */
async function pagesOf(query: string): Promise<string[][]> {
  const caller = agentCaller();
  const pages: string[][] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const { body } = await agent.get(
      `/changesets?${query}${cursor === "" ? "" : `&cursor=${cursor}`}`,
      caller,
    );
    assert.equal(body.has_more, body.next_cursor !== null);
    pages.push(idsOf(body));
    cursor = body.next_cursor as string | null;
  }
  return pages;
}

test("what a service has left out of its part is listed before anything older of the others", async () => {
  for (const [source, expected] of [
    [crm, [2, 1, 2]],
    [data, [1, 4]],
  ] as const) {
    source.most = 1;
    const pages = await pagesOf("limit=500");
    delete source.most;
    assert.deepEqual(pages.flat(), newest);
    assert.deepEqual(
      pages.map(({ length }) => length),
      expected,
    );
  }
});

test("a page ends before its changesets pass 4 MiB, and the next goes on after its last", async () => {
  for (const source of [crm, data]) source.padding = 1_500_000;
  const pages = await pagesOf("limit=500");
  for (const source of [crm, data]) delete source.padding;
  assert.deepEqual(pages.flat(), newest);
  assert.deepEqual(
    pages.map(({ length }) => length),
    [2, 2, 1],
  );
});

test("a cursor is good for its team and its filters alone", async () => {
  const caller = agentCaller();
  const { body } = await agent.get("/changesets?limit=1&status=executed", caller);
  const cursor = `cursor=${body.next_cursor}`;
  assert.equal((await agent.get(`/changesets?status=executed&${cursor}`, caller)).status, 200);
  const strange = [
    agent.get(`/changesets?${cursor}`, caller),
    agent.get(`/changesets?status=queued&${cursor}`, caller),
    agent.get(`/changesets?status=executed&since=2026-01-01T00:00:00Z&${cursor}`, caller),
    agent.get(`/changesets?status=executed&${cursor}`, agentCaller({ team_id: randomUUID() })),
    agent.get("/changesets?cursor=x", caller),
  ];
  for (const reply of await Promise.all(strange))
    assert.deepEqual([reply.status, reply.body.code], [400, "invalid_cursor"]);
});

const refused: [query: string, code: string][] = [
  ["status=done", "invalid_parameter"],
  ["limit=0", "invalid_parameter"],
  ["since=yesterday", "invalid_parameter"],
  ["since=2026-06-30T23:59:60Z", "invalid_parameter"],
  ["since=2026-01-01", "invalid_parameter"],
  ["since=", "invalid_cursor"],
  ["state=queued", "unknown_parameter"],
];
for (const [query, code] of refused) {
  test(`?${query} is 400 ${code}, and no service is asked`, async () => {
    const before = crm.asked.length;
    const reply = await agent.get(`/changesets?${query}`);
    assert.deepEqual([reply.status, reply.body.code], [400, code]);
    assert.equal(crm.asked.length, before);
  });
}

test("a service is asked as agent, with the caller, the filters and one more than the page", async () => {
  const caller = agentCaller();
  await agent.get("/changesets?limit=9000&status=queued&since=2026-01-01T00:00:00%2B02:00", caller);
  const { wanted, token, proof } = crm.asked.at(-1) ?? {};
  assert.deepEqual(wanted, { limit: 501, status: "queued", since: "2025-12-31T22:00:00+00:00" });
  const { kid } = JSON.parse(Buffer.from(proof?.split(".")[0] ?? "", "base64url").toString());
  assert.equal(kid, "agent:test");
  assert.ok(token);
});

test("a record is asked for by its kind and id together, and each service gets both", async () => {
  const of = { resource: "rows", resource_id: "0198f0a0-0000-7000-8000-00000000000a" };
  const query = new URLSearchParams(of);
  assert.equal((await agent.get(`/changesets?${query.toString()}`)).status, 200);
  const { resource, resource_id } = data.asked.at(-1)?.wanted ?? {};
  assert.deepEqual({ resource, resource_id }, of);
  for (const name of ["resource", "resource_id"] as const) {
    const half = new URLSearchParams({ [name]: of[name] });
    const { status, body } = await agent.get(`/changesets?${half.toString()}`);
    assert.deepEqual([status, body.code], [400, "invalid_parameter"]);
  }
});
