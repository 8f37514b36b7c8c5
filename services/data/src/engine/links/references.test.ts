import assert from "node:assert/strict";
import { test } from "node:test";
import { refusal, testSheets } from "../../testing/test-sheets.ts";

const { door, peers, sheet } = await testSheets();
const { auth, crm, strangers } = peers;

const ada = "0190a1b2-0000-7000-8000-00000000000a";
const bo = "0190a1b2-0000-7000-8000-00000000000b";
const nobody = "0190a1b2-0000-7000-8000-00000000dead";
strangers.add(nobody);

const columns = [
  { name: "title", type: "text" },
  { name: "owner", type: "user" },
  { name: "checker", type: "user" },
  { name: "client", type: "contact" },
];

function forget(): void {
  auth.asked.length = 0;
  crm.asked.length = 0;
}

test("a cell names a member or a live contact; each service is asked once, under our name, for all of them", async () => {
  const s = await sheet(columns);
  forget();
  const made = await s.row({ owner: ada.toUpperCase(), checker: bo, client: ada });
  assert.deepEqual([made.status, made.body.data.owner], [201, ada]);
  const team_id = s.caller.team_id;
  assert.deepEqual(auth.asked, [
    { rpc: "auth.v1.Identities/FindMembers", peer: "data", body: { team_id, ids: [ada, bo] } },
  ]);
  assert.deepEqual(crm.asked, [
    { rpc: "crm.v1.Directory/FindContacts", peer: "data", body: { team_id, ids: [ada] } },
  ]);
});

test("an unknown id is refused with its place, together with every other fault, and nothing is stored", async () => {
  const s = await sheet(columns);
  const relation = { name: "peer", type: "relation", relation: { table_id: "things" } };
  assert.equal((await s.create(relation)).status, 201);
  assert.deepEqual(refusal(await s.row({ owner: nobody, checker: ada, client: nobody, peer: nobody })), [
    422,
    "validation_failed",
    "data.peer not_found",
    "data.owner not_found",
    "data.client not_found",
  ]);
  assert.deepEqual(await s.cells("owner"), []);
  const { id } = (await s.row({ owner: ada })).body;
  const patched = await s.patch(id, { owner: nobody });
  assert.deepEqual(refusal(patched), [422, "validation_failed", "data.owner not_found"]);
  assert.deepEqual(await s.cells("owner"), [ada]);
});

test("a write that names nobody asks nobody", async () => {
  const s = await sheet([...columns, { name: "by", type: "user", default: ada }]);
  forget();
  const { id } = (await s.row({ title: "x" })).body;
  await s.patch(id, { owner: null, title: "y" });
  assert.deepEqual([auth.asked, crm.asked], [[], []]);
  assert.deepEqual(await s.cells("by"), [ada]);
});

test("a default names somebody too", async () => {
  const s = await sheet(columns);
  const refused = [422, "validation_failed", "default not_found"];
  assert.deepEqual(refusal(await s.create({ name: "by", type: "user", default: nobody })), refused);
  assert.deepEqual(refusal(await s.update("client", { default: nobody })), refused);
  assert.equal((await s.update("client", { default: ada })).status, 200);
});

test("a batch asks once for all its rows, and each row that names nobody is refused with its place", async () => {
  const s = await sheet(columns);
  forget();
  const rows = [{ data: { owner: ada } }, { data: { owner: nobody } }, { data: { owner: bo, client: "x" } }];
  const batch = (atomic: boolean) =>
    door.call("BatchRows", { caller: s.caller, path: s.path, body: { rows, atomic } });
  const each = await batch(false);
  assert.equal(each.status, 200);
  const faults = each.body.rows.map(
    (row: { error?: { errors: { field: string }[] } }) => row.error?.errors[0]?.field,
  );
  assert.deepEqual(faults, [undefined, "rows.1.data.owner", "rows.2.data.client"]);
  assert.equal(auth.asked.length, 1);
  assert.equal((await batch(true)).status, 422);
  assert.deepEqual(await s.cells("owner"), [ada]);
});

test("a default that is not an id is refused", async () => {
  const s = await sheet(columns);
  assert.deepEqual(refusal(await s.create({ name: "by", type: "user", default: "x" })), [
    422,
    "validation_failed",
    "default not_found",
  ]);
});

test("while the other service is away nothing that names its things is written", async () => {
  const s = await sheet(columns);
  crm.stop();
  const reply = await s.row({ client: ada });
  assert.deepEqual([reply.status, reply.body.code], [503, "unavailable"]);
  assert.equal((await s.row({ owner: ada })).status, 201);
  assert.deepEqual(await s.cells("client"), [null]);
});
