import type { Caller } from "@jst/caller";
import { Database, uuidv7 } from "@jst/db";
import { anotherToken, human, signedIn, until, withClient } from "@jst/testing";
import { rowsXml, workbookOf } from "@jst/tabular/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { after, test } from "node:test";
import { sweepFiles } from "../files/sweep.ts";
import { formOf, rawForm, type TestPart, type Uploaded } from "../testing/test-files.ts";
import { importer, testImports, type ShownImport } from "../testing/test-imports.ts";
import { refusal } from "../testing/test-sheets.ts";

/** Uploads of sources of imports (imports.uploads). */
const { database: own, door, folder, ofTeam, store, stored } = await testImports();
const database = new Database({
  connectionString: own.url,
  poolSize: 2,
  applicationName: "test",
  changesetPrefix: "data",
});
after(() => database.close());

const ROUTE = "/api/v1/data/imports/uploads";
const csv = (file: string | Buffer = "name\nAda\n", name = "people.csv"): TestPart => ({ file, name });
const shown = (reply: { body: unknown }) => reply.body as ShownImport;
const target = { kind: "new_table", display_name: "People" };

async function sent(request: Parameters<typeof door.fetch>[1], route = ROUTE): Promise<Uploaded> {
  const response = await door.fetch(route, { method: "POST", ...request });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const upload = (caller: Caller, parts: readonly TestPart[], headers: Record<string, string> = {}) =>
  sent({ caller, body: formOf(parts), headers });

async function uploaded(caller: Caller, part: TestPart = csv()): Promise<string> {
  const { status, body } = await upload(caller, [part]);
  assert.equal(status, 201, JSON.stringify(body));
  return body.id as string;
}

/** Names of the bytes that the store has of the team. */
const bytesOf = async ({ team_id }: Caller): Promise<string[]> =>
  (await readdir(path.join(folder, team_id)).catch((): string[] => [])).sort();

const memberOf = (caller: Caller): Caller => ({
  ...human(caller.team_id, "member"),
  team: { ...caller.team, trust_rest: "queue" },
});

/** Runs SQL past the service. */
const past = (text: string, values: unknown[]) =>
  withClient(
    own.superuserUrl,
    async (client) => (await client.query<Record<string, unknown>>(text, values)).rows,
  );
const expire = (id: string) =>
  past("update data.import_uploads set expires_at = now() - interval '1 second' where id = $1", [id]);
const rowsOf = ({ team_id }: Caller) =>
  past("select id from data.import_uploads where team_id = $1", [team_id]);
const sweep = () => sweepFiles({ database, store, workerUrl: own.urlOf("data_worker") });
const bytesGone = (caller: Caller) =>
  until("the bytes are deleted", 10_000, async () =>
    (await bytesOf(caller)).length === 0 ? true : undefined,
  );

test("an upload answers its facts, changes nothing that others see, and is in the audit log", async () => {
  const caller = importer();
  const { status, body } = await upload(caller, [csv("name\nAda\n", "../Leute.csv")]);
  assert.equal(status, 201);
  assert.deepEqual(Object.keys(body as object).sort(), ["bytes", "expires_at", "id", "name", "sha256"]);
  assert.deepEqual([body.name, body.bytes, body.sha256.length], ["Leute.csv", 9, 64]);
  const hours = (Date.parse(body.expires_at as string) - Date.now()) / 3_600_000;
  assert.ok(hours > 23.9 && hours <= 24, String(hours));
  assert.deepEqual((await stored(caller.team_id)).changes, []);
  assert.deepEqual((await door.call("ListFiles", { caller })).body.files, []);
  assert.equal((await door.fetch(`/api/v1/files/${body.id}`, { caller })).status, 404);
  const audited = await past(
    "select payload from data.outbox where team_id = $1 and type = 'audit' and payload ->> 'resource' = 'import_uploads'",
    [caller.team_id],
  );
  assert.equal(audited.length, 1);
  assert.deepEqual((await door.call("GetFileUsage", { caller })).body.pending_bytes, 9);
});

test("a member whose writes wait imports a workbook: its bytes are there at the approval, and deleted after the run", async () => {
  const service = importer();
  const member = memberOf(service);
  const waits = await sent({ caller: member, body: formOf([csv()]) }, "/api/v1/files");
  assert.equal(waits.status, 202);
  const rows = [["Name"], ["Ada"], ["Bo"]];
  const workbook = workbookOf({ sheets: [{ name: "People", data: rowsXml(rows) }] });
  const upload_id = await uploaded(member, csv(workbook, "People.xlsx"));
  const team = ofTeam(member);
  const made = shown(await team.create({ source: { upload_id } }));
  assert.deepEqual(
    [made.status, made.source["kind"], made.source["name"], made.source["format"]],
    ["analysed", "upload", "People.xlsx", "xlsx"],
  );
  await expire(upload_id);
  await sweep();
  await team.check(made.id);
  const proposed = await team.run(made.id);
  assert.equal(proposed.status, 202, JSON.stringify(proposed.body));
  const changeset_id = proposed.body.changeset_id as string;
  const owner = signedIn({ ...human(service.team_id, "owner"), team: service.team });
  const approved = await door.call("ApproveChangeset", { caller: owner, path: { changeset_id }, body: {} });
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  const done = await team.settled(made.id);
  assert.deepEqual([done.status, done.counts["written"]], ["done", 2], JSON.stringify(done.error));
  await until("the upload is deleted", 10_000, async () =>
    (await rowsOf(member)).length === 0 ? true : undefined,
  );
});

test("an upload is there for its uploader alone: a foreign one and an absent one are the same to the letter", async () => {
  const service = importer();
  const [member, other, stranger] = [memberOf(service), memberOf(service), importer()];
  const upload_id = await uploaded(member);
  const refused = async (caller: Caller, id: string) =>
    (await ofTeam(caller).create({ source: { upload_id: id } })).body;
  const absent = await refused(member, randomUUID());
  assert.deepEqual(absent.errors[0].field, "source.upload_id");
  for (const caller of [other, stranger, service]) {
    const { request_id: _, trace_id: __, ...body } = await refused(caller, upload_id);
    const { request_id: ___, trace_id: ____, ...expected } = absent;
    assert.deepEqual(body, expected);
  }
  const session = anotherToken(member);
  assert.equal((await ofTeam(session).create({ source: { upload_id } })).status, 201);
});

test("an upload begins one import, also of two at once, and none after it is expired", async () => {
  const team = ofTeam();
  const upload_id = await uploaded(team.caller);
  const source = { upload_id };
  const both = await Promise.all([team.create({ source, target }), team.create({ source, target })]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 422]);
  const first = both.find(({ status }) => status === 201);
  const { id } = shown(first ?? { body: undefined });
  await team.check(id);
  await team.run(id);
  assert.equal((await team.settled(id)).status, "done");
  await bytesGone(team.caller);
  const gone = [422, "validation_failed", "source.upload_id not_found"];
  assert.deepEqual(refusal(await team.create({ source })), gone);
  const late = await uploaded(team.caller);
  await expire(late);
  assert.deepEqual(refusal(await team.create({ source: { upload_id: late } })), gone);
});

test("an upload is deleted with the import that it has begun, and when it cannot be read", async () => {
  const team = ofTeam();
  const { id } = shown(await team.create({ source: { upload_id: await uploaded(team.caller) } }));
  assert.equal((await team.remove(id)).status, 200);
  await bytesGone(team.caller);
  const upload_id = await uploaded(team.caller, csv("\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1"));
  assert.equal(shown(await team.create({ source: { upload_id } })).status, "failed");
  await bytesGone(team.caller);
  const empty = await uploaded(team.caller, csv(""));
  assert.equal(shown(await team.create({ source: { upload_id: empty } })).status, "failed");
});

test("an import that is refused leaves the upload for another one", async () => {
  const team = ofTeam();
  const upload_id = await uploaded(team.caller);
  const refused = await team.create({ source: { upload_id, text: "a\n" } });
  assert.deepEqual(refusal(refused), [422, "validation_failed", "source invalid_value"]);
  assert.equal((await team.create({ source: { upload_id }, options: { timezone: "Mars" } })).status, 422);
  assert.equal((await team.create({ source: { upload_id } })).status, 201);
});

test("a repeated upload with its key is the same upload, and its bytes are stored once", async () => {
  const caller = importer();
  const key = { "idempotency-key": randomUUID() };
  const [first, again] = [await upload(caller, [csv()], key), await upload(caller, [csv()], key)];
  assert.deepEqual([first.status, again.status, again.body], [201, 201, first.body]);
  assert.deepEqual(await bytesOf(caller), [first.body.id]);
  assert.equal((await upload(caller, [csv("other\n")], key)).body.code, "idempotency_key_reused");
  assert.deepEqual(await bytesOf(caller), [first.body.id]);
});

test("an upload that is refused leaves nothing behind", async () => {
  const made = importer();
  const caller = { ...made, team: { ...made.team, max_file_bytes: 10 } };
  const option: TestPart = { option: "folder", value: "a" };
  const large = csv("x".repeat(11));
  const refused = async (parts: readonly TestPart[]) => {
    const { status, body } = await upload(caller, parts);
    return [status, body.code, body.errors?.[0]?.code];
  };
  assert.deepEqual(await refused([]), [422, "validation_failed", "required"]);
  assert.deepEqual(await refused([csv(), csv()]), [422, "validation_failed", "too_many"]);
  assert.deepEqual(await refused([csv(), option]), [422, "validation_failed", "unknown_field"]);
  assert.deepEqual(await refused([large]), [413, "file_too_large", undefined]);
  const json = { caller, body: "{}", headers: { "content-type": "application/json" } };
  assert.equal((await sent(json)).status, 415);
  const viewer = { ...human(caller.team_id, "viewer"), scopes: [{ resource: "tables", actions: ["read"] }] };
  const denied = await upload({ ...viewer, team: caller.team } as Caller, [csv()]);
  assert.deepEqual([denied.status, denied.body.code], [403, "insufficient_scope"]);
  const small = { ...caller, team: { ...caller.team, files_quota_bytes: 5 } };
  assert.deepEqual((await upload(small, [csv()])).body.code, "limit_reached");
  assert.deepEqual([await bytesOf(caller), await rowsOf(caller)], [[], []]);
});

test("an upload that ends at any of its bytes is refused, and leaves nothing behind", async () => {
  const caller = importer();
  const head = 'content-disposition: form-data; name="file"; filename="a.csv"';
  const whole = rawForm("xyz", [[head, "name\nAda\n"]]);
  const headers = { "content-type": "multipart/form-data; boundary=xyz" };
  const last = whole.lastIndexOf("--xyz--") + "--xyz--".length;
  for (let end = 0; end < last; end += 3)
    assert.equal((await sent({ caller, headers, body: whole.slice(0, end) })).status, 400);
  assert.deepEqual([await bytesOf(caller), await rowsOf(caller)], [[], []]);
});

test("a team has at most 50 uploads that have begun no import; expired ones do not count", async () => {
  const team = ofTeam();
  const { caller } = team;
  const first = await uploaded(caller);
  for (let count = 1; count < 50; count += 1) await uploaded(caller);
  const { status, body } = await upload(caller, [csv()]);
  assert.deepEqual([status, body.code, body.limit], [422, "limit_reached", 50]);
  assert.equal((await bytesOf(caller)).length, 50);
  await expire(first);
  await uploaded(caller);
  assert.equal((await upload(caller, [csv()])).status, 422);
});

test("the sweep deletes expired uploads and bytes without a row, and leaves those of imports (files.purge)", async () => {
  const team = ofTeam();
  const { caller } = team;
  const [late, young, used] = [await uploaded(caller), await uploaded(caller), await uploaded(caller)];
  const made = shown(await team.create({ source: { upload_id: used } }));
  await expire(late);
  await expire(used);
  // A process that is killed before it stores the row leaves such bytes.
  const orphan = uuidv7();
  const at = path.join(folder, caller.team_id);
  await mkdir(at, { recursive: true });
  await writeFile(path.join(at, orphan), "left behind");
  const days = new Date(Date.now() - 172_800_000);
  for (const name of await bytesOf(caller)) await utimes(path.join(at, name), days, days);
  await sweep();
  assert.deepEqual(await bytesOf(caller), [young, used].sort());
  assert.equal((await rowsOf(caller)).length, 2);
  const again = shown(await team.patch(made.id, { source: { header: false } }));
  assert.deepEqual([again.status, again.parts[0]?.rows], ["analysed", 2]);
});
