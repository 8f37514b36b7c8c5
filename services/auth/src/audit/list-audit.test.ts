import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, test } from "node:test";
import { testAudit } from "../testing/test-audit.ts";
import { testAuth } from "../testing/test-auth.ts";

const { database, door, looks } = await testAuth();
const { append } = testAudit(database);
let team_id: string;
beforeEach(() => {
  team_id = randomUUID();
});

const list = (query = "", team = team_id, modules: Record<string, boolean> = {}) => {
  const caller = testCaller({ team_id: team });
  return door.call("ListAudit", { caller: { ...caller, team: { ...caller.team, modules } }, query });
};
const idsOf = (body: { audit: { id: string }[] }) => body.audit.map(({ id }) => id);
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));

test("an entry has the members (operation.audit-list), and more only where there is more to say", async () => {
  const actorId = randomUUID();
  const [id] = await append(team_id, [
    {
      actorId,
      at: at(1),
      action: "approve",
      resource: "changesets",
      resourceId: "crm_1",
      changesetId: "crm_1",
    },
  ]);
  const { status, body, headers } = await list();
  assert.deepEqual([status, headers["cache-control"]], [200, "no-store"]);
  assert.deepEqual(
    { ...body, audit: [{ ...body.audit[0], request_id: "" }] },
    {
      audit: [
        {
          id,
          created_at: "2026-01-01T00:00:01.000Z",
          actor: { type: "service", id: actorId },
          action: "approve",
          resource: "changesets",
          resource_id: "crm_1",
          outcome: "success",
          changeset_id: "crm_1",
          request_id: "",
        },
      ],
      next_cursor: null,
      has_more: false,
    },
  );
  await append(team_id, [
    { actorType: "break_glass", code: "insufficient_scope", reason: "fire", patientId: "p" },
  ]);
  const [emergency] = (await list()).body.audit;
  assert.deepEqual(
    [emergency.break_glass, emergency.code, emergency.reason, emergency.patient_id, emergency.changeset_id],
    [true, "insufficient_scope", "fire", "p", undefined],
  );
});

test("entries are read newest first, page by page", async () => {
  const ids = await append(
    team_id,
    [1, 2, 3].map((second) => ({ at: at(second) })),
  );
  const first = (await list("limit=2")).body;
  const second = (await list(`limit=2&cursor=${first.next_cursor}`)).body;
  assert.deepEqual([...idsOf(first), ...idsOf(second)], ids.toReversed());
  assert.deepEqual([first.has_more, second.has_more], [true, false]);
  const elsewhere = await list(`limit=2&cursor=${first.next_cursor}&outcome=success`);
  assert.deepEqual([elsewhere.status, elsewhere.body.code], [400, "invalid_cursor"]);
});

test("a page has two hundred entries at most", async () => {
  await append(
    team_id,
    Array.from({ length: 201 }, () => ({})),
  );
  assert.equal((await list("limit=500")).body.audit.length, 200);
});

test("a filter narrows to what it names, and several to what all name", async () => {
  const [ada, patient] = [randomUUID(), randomUUID()];
  const ids = await append(team_id, [
    { at: at(1), actorId: ada },
    { at: at(2), action: "revoke" },
    { at: at(3), resource: "vault", outcome: "denied" },
    { at: at(4), patientId: patient },
  ]);
  const expected: [query: string, found: number[]][] = [
    [`actor_id=${ada}`, [1]],
    [`actor_id=${ada.toUpperCase()}`, [1]],
    ["action=revoke", [2]],
    ["resource=vault", [3]],
    ["outcome=denied", [3]],
    [`patient_id=${patient}`, [4]],
    ["from=2026-01-01T00:00:03Z", [4, 3]],
    ["to=2026-01-01T00:00:03Z", [2, 1]],
    ["from=2026-01-01T00:00:02Z&to=2026-01-01T00:00:04Z&action=mint", [3]],
    [`actor_id=${ada}&outcome=denied`, []],
  ];
  for (const [query, found] of expected) {
    assert.deepEqual(
      idsOf((await list(query)).body),
      found.map((number) => ids[number - 1]),
      query,
    );
  }
});

for (const query of [
  "actor_id=ada",
  "patient_id=",
  "outcome=maybe",
  "action=",
  "from=yesterday",
  "to=2026-02-30T00:00:00Z",
  "limit=0",
  "limit=x",
  "cursor=x",
  "sort=created_at:asc",
]) {
  test(`${query} is 400`, async () => {
    assert.equal((await list(query)).status, 400);
  });
}

test("another team's entries are not there", async () => {
  await append(team_id, [{}]);
  assert.deepEqual((await list("", randomUUID())).body.audit, []);
});

test("looks at health data stand among auth's entries in one order, page by page, each once", async () => {
  const ids = await append(
    team_id,
    [at(1), at(3), at(5)].map((time) => ({ at: time })),
  );
  looks.entries = [5, 4, 3, 2].map((second) => {
    const id = `ffffffff-ffff-7fff-8fff-fffffffffff${second}`;
    return {
      at: at(second).toISOString().replace("Z", "000Z"),
      id,
      entry: { id, resource: "emr", recorded_at: "x" },
    };
  });
  const expected = [looks.entries[0]?.id, ids[2], looks.entries[1]?.id, looks.entries[2]?.id, ids[1]];
  const walked: string[] = [];
  for (let cursor = ""; ;) {
    const { body } = await list(`limit=2${cursor}`);
    walked.push(...idsOf(body));
    if (!body.has_more) break;
    cursor = `&cursor=${body.next_cursor}`;
  }
  assert.deepEqual(walked.slice(0, 5), expected);
  assert.deepEqual([walked.length, new Set(walked).size], [7, 7]);
  assert.equal((await list("resource=tokens")).body.audit.length <= 3, true);
  looks.entries = [];
});

test("while emr is away nobody who asks for looks is shown a part of the log; who has none reads all of it", async () => {
  await append(team_id, [{ resource: "tokens" }]);
  looks.isAway = true;
  const on = (module: string) => list("", team_id, { [module]: true });
  for (const reply of [
    await on("emr"),
    await on("wellness"),
    await list("resource=emr"),
    await list(`patient_id=${randomUUID()}`),
    await list(`contact_id=${randomUUID()}`),
  ])
    assert.deepEqual([reply.status, reply.body.code], [503, "unavailable"]);
  assert.equal((await list()).body.audit.length, 1);
  assert.equal((await list("resource=tokens", team_id, { emr: true })).body.audit.length, 1);
  looks.isAway = false;
  assert.equal((await on("emr")).status, 200);
});

test("what is about a contact is emr's alone", async () => {
  await append(team_id, [{}]);
  assert.equal((await list(`contact_id=${randomUUID()}`)).body.audit.length, 0);
});
