import type { Caller } from "@jst/caller";
import { human, testCaller, withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testData } from "../testing/test-data.ts";
import { upload, type TestPart } from "../testing/test-files.ts";
import { zipOf } from "@jst/testing/zips";

const { door, database } = await testData();

interface Operation {
  after: { name: string; content_url?: string } | null;
}

const letter: TestPart = { file: "Dear Ada,", name: "letter.txt" };
const sqlOf = (text: string, values: unknown[]) =>
  withClient(database.superuserUrl, (client) => client.query(text, values));

/** A proposed upload, and who may look at it. */
async function proposed(...parts: TestPart[]) {
  const team = testCaller().team_id;
  const proposer = human(team, "admin");
  const approver = human(team, "admin");
  const { status, body } = await upload(door, { ...proposer, role: "member" }, parts);
  assert.equal(status, 202, JSON.stringify(body));
  const path = { changeset_id: body.changeset_id as string };
  const shown = async (caller: Caller) => {
    const reply = await door.call("GetChangeset", { caller, path });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return { cache: reply.headers["cache-control"], operations: reply.body.operations as Operation[] };
  };
  const urls = async () =>
    (await shown(approver)).operations.map(({ after }) => new URL(after?.content_url ?? "").pathname);
  return { team, proposer, approver, preview: body.preview as Operation[], path, shown, urls };
}

const open = async (address = "") => {
  const response = await door.fetch(address, {});
  return { status: response.status, text: await response.text(), headers: response.headers };
};

test("a member who may decide on an upload sees its bytes before, of an archive and of its entries", async () => {
  const archive = zipOf([{ name: "a.txt", content: "Ada" }]);
  const { shown, urls, approver } = await proposed(letter, { file: archive, name: "all.zip" });
  assert.equal((await shown(approver)).cache, "no-store");
  const [first, zip, entry] = await urls();
  const bytes = await open(first);
  assert.deepEqual([bytes.status, bytes.text], [200, "Dear Ada,"]);
  assert.match(bytes.headers.get("content-disposition") ?? "", /^inline; filename="?letter\.txt/);
  assert.match((await open(zip)).headers.get("content-disposition") ?? "", /^attachment/);
  assert.equal((await open(entry)).text, "Ada");
  const part = await door.fetch(first ?? "", { headers: { range: "bytes=0-3" } });
  assert.deepEqual([part.status, await part.text()], [206, "Dear"]);
  assert.notEqual((await urls())[0], first, "two looks have two addresses");
});

test("nobody else is shown an address: not the proposer, a service token, a viewer, a list or the answer itself", async () => {
  const { team, proposer, preview, shown, approver } = await proposed(letter);
  const others = [
    proposer,
    testCaller({ team_id: team }),
    ...(["viewer", "member"] as const).map((role) => ({
      ...human(team, role),
      member_id: proposer.member_id ?? "",
    })),
    { ...human(team, "admin"), member_id: proposer.member_id ?? "" },
    { ...approver, scopes: [{ resource: "audit", actions: ["read" as const] }] },
  ];
  for (const caller of others)
    for (const { after } of (await shown(caller)).operations)
      assert.equal("content_url" in (after ?? {}), false);
  assert.equal("content_url" in (preview[0]?.after ?? {}), false);
  const foreign = await door.call("GetChangeset", {
    caller: human(testCaller().team_id, "owner"),
    path: { changeset_id: "data_x" },
  });
  assert.equal(foreign.status, 404);
});

test("an address leads nowhere once the proposal is rejected, withdrawn or over, and to the file once it is approved", async () => {
  for (const [method, status] of [
    ["RejectChangeset", 404],
    ["WithdrawChangeset", 404],
    ["ApproveChangeset", 200],
  ] as const) {
    const { urls, path, approver, proposer } = await proposed(letter);
    const [address] = await urls();
    const caller = method === "WithdrawChangeset" ? proposer : approver;
    const body = method === "RejectChangeset" ? { reason: "No." } : {};
    assert.equal((await door.call(method, { caller, path, body })).status, 200, method);
    assert.equal((await open(address)).status, status, method);
    const { body: after } = await door.call("GetChangeset", { caller: approver, path });
    assert.equal("content_url" in ((after.operations[0] as Operation).after ?? {}), false, method);
  }
  const { team, urls } = await proposed(letter);
  const [address] = await urls();
  await sqlOf("update data.changesets set expires_at = now() - interval '1 s' where team_id = $1", [team]);
  assert.equal((await open(address)).status, 404);
});

test("an address of a proposed upload is good for 300 seconds, and for one team's module alone", async () => {
  const { team, urls } = await proposed(letter);
  const [address] = await urls();
  const left = await sqlOf(
    "select extract(epoch from max(expires_at) - now())::int as seconds from data.file_addresses where team_id = $1",
    [team],
  );
  const { seconds } = left.rows[0] as { seconds: number };
  assert.ok(seconds > 240 && seconds <= 300, String(seconds));
  await sqlOf("update data.file_addresses set expires_at = now() where team_id = $1", [team]);
  assert.equal((await open(address)).status, 410);
});
