import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { agentCaller, testAgent } from "../testing/test-agent.ts";
import { testSource } from "../testing/test-source.ts";

const crm = await testSource("crm");
const data = await testSource("data");
const agent = await testAgent({ crm: crm.address, data: data.address });

const [first = "", second = "", third = "", fourth = "", fifth = ""] = Array.from(
  { length: 5 },
  (_, index) => `0198f0a0-0000-7000-8000-00000000000${index}`,
);
crm.uuids = [fourth, third, first];
data.uuids = [fifth, second];

afterEach(() => {
  for (const source of [crm, data]) delete source.away;
});

const caller = agentCaller();

/** A page: status, ids, cursor and the services that it misses. */
async function page(limit: number, cursor?: string | null) {
  const from = cursor == null ? "" : `&cursor=${cursor}`;
  const { status, body } = await agent.get(`/changesets?limit=${limit}${from}`, caller);
  const ids: string[] = body.changesets?.map(({ id }: { id: string }) => id);
  if (status === 200) assert.equal(body.has_more, body.next_cursor !== null);
  return {
    status,
    ids,
    cursor: body.next_cursor as string | null,
    incomplete: body.incomplete,
    code: body.code,
  };
}

for (const away of ["stopped", "without its database"] as const) {
  test(`a list without a service that is ${away} has what the others have, and names it`, async () => {
    crm.away = away;
    const { status, ids, incomplete } = await page(10);
    assert.deepEqual([status, ids, incomplete], [200, [`data_${fifth}`, `data_${second}`], ["crm"]]);
    delete crm.away;
    assert.equal((await page(10)).incomplete, undefined);
  });
}

test("what a missing service has is listed once it is back, none missing and none twice", async () => {
  crm.away = "stopped";
  const one = await page(1);
  const two = await page(1, one.cursor);
  delete crm.away;
  const three = await page(2, two.cursor);
  const four = await page(2, three.cursor);
  assert.deepEqual([one.ids, two.ids], [[`data_${fifth}`], [`data_${second}`]]);
  assert.deepEqual([three.ids, four.ids], [[`crm_${fourth}`, `crm_${third}`], [`crm_${first}`]]);
  assert.deepEqual([four.cursor, four.incomplete], [null, undefined]);
});

test("a service that is missing amid a walk goes on from its place, and nothing of the others comes again", async () => {
  const one = await page(2);
  crm.away = "stopped";
  const two = await page(1, one.cursor);
  delete crm.away;
  const three = await page(3, two.cursor);
  assert.deepEqual(one.ids, [`data_${fifth}`, `crm_${fourth}`]);
  assert.deepEqual([two.ids, two.incomplete], [[`data_${second}`], ["crm"]]);
  assert.deepEqual([three.ids, three.cursor], [[`crm_${third}`, `crm_${first}`], null]);
});

test("a service that comes back with newer changesets makes the others repeat and skip nothing", async () => {
  crm.away = "stopped";
  const one = await page(1);
  delete crm.away;
  const two = await page(2, one.cursor);
  const three = await page(2, two.cursor);
  assert.deepEqual([one.ids, two.ids], [[`data_${fifth}`], [`crm_${fourth}`, `crm_${third}`]]);
  assert.deepEqual([three.ids, three.cursor], [[`data_${second}`, `crm_${first}`], null]);
});

test("a page that missing services alone could fill is 503, and its cursor serves once they are back", async () => {
  crm.away = "stopped";
  const one = await page(10);
  const refused = await page(10, one.cursor);
  assert.deepEqual([refused.status, refused.code], [503, "unavailable"]);
  delete crm.away;
  const two = await page(10, one.cursor);
  assert.deepEqual([two.ids.length, two.cursor], [3, null]);
});

for (const away of ["stopped", "without its database"] as const) {
  test(`with every service ${away} there is no list: 503 unavailable`, async () => {
    for (const source of [crm, data]) source.away = away;
    const { status, code } = await page(10);
    assert.deepEqual([status, code], [503, "unavailable"]);
  });
}
