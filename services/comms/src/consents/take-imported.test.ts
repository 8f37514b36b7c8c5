import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Database } from "@jst/db";
import { createLogger } from "@jst/telemetry";
import { testCaller, testFact } from "@jst/testing";
import { testComms } from "../testing/test-comms.ts";
import { takeImported } from "./take-imported.ts";

const { door, database } = await testComms();
const own = new Database({
  connectionString: database.urlOf("comms"),
  poolSize: 4,
  applicationName: "test",
  changesetPrefix: "comms",
});
after(() => own.close());
const recording = { database: own, logger: createLogger("comms", "error") };
const address = "Ada@Bücher.example";

type Team = ReturnType<typeof testCaller>;

function imported(teamId: string, status: "opted_in" | "opted_out", at = "2026-01-02T03:04:05.678Z") {
  const about = { address, channel: "email", purpose: "marketing" } as const;
  const evidence = { import_id: "i1", row: 7 };
  return testFact(teamId, "consent.imported", "c1", { ...about, status, source: "import", evidence, at });
}

const listed = async (caller: Team) =>
  (await door.call("ListConsents", { caller, query: "" })).body.consents as Record<string, unknown>[];
const statuses = async (caller: Team) => (await listed(caller)).map(({ status }) => status);

test("a consent of a file is recorded once, with the import as its source (imports.consents)", async () => {
  const caller = testCaller();
  const fact = imported(caller.team_id, "opted_in");
  await takeImported(recording, caller.team_id, [fact, fact]);
  await Promise.all(Array.from({ length: 5 }, () => takeImported(recording, caller.team_id, [fact])));
  const [record, ...others] = await listed(caller);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [record?.["id"], record?.["address"], record?.["basis"], record?.["source"], record?.["evidence"]],
    [fact.fact_id, "ada@xn--bcher-kva.example", "consent", "import", { import_id: "i1", row: 7 }],
  );
});

test("an agreement of a file never follows an opt-out, however late that file is (imports.consents)", async () => {
  const caller = testCaller();
  const body = { address, channel: "email", purpose: "marketing", status: "opted_out", source: "a call" };
  assert.equal((await door.call("CreateConsent", { caller, body })).status, 201);
  const late = new Date(Date.now() + 3_600_000).toISOString();
  for (const at of [undefined, late])
    await takeImported(recording, caller.team_id, [imported(caller.team_id, "opted_in", at)]);
  assert.deepEqual(await statuses(caller), ["opted_out"]);
});

test("an opt-out of a file follows an earlier agreement, and none that is later (imports.consents)", async () => {
  const caller = testCaller();
  const agreed = { address, channel: "email", purpose: "marketing", status: "opted_in", basis: "form" };
  assert.equal(
    (await door.call("CreateConsent", { caller, body: { ...agreed, source: "a form" } })).status,
    201,
  );
  await takeImported(recording, caller.team_id, [imported(caller.team_id, "opted_out")]);
  assert.deepEqual(await statuses(caller), ["opted_in"]);
  const late = new Date(Date.now() + 3_600_000).toISOString();
  for (const at of [late, late])
    await takeImported(recording, caller.team_id, [imported(caller.team_id, "opted_out", at)]);
  assert.deepEqual(await statuses(caller), ["opted_out", "opted_in"]);
});
