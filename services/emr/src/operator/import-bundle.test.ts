import assert from "node:assert/strict";
import { test } from "node:test";
import { allergy, condition, lab, report, status } from "../testing/chart-samples.ts";
import { ada, bundleOf, reader, testEmr } from "../testing/test-emr.ts";

const { door, take, sql } = await testEmr();

const outcomes = ({ resources }: { resources: { outcome: string; reason?: string }[] }) =>
  resources.map(({ outcome, reason }) => (reason === undefined ? outcome : `${outcome}: ${reason}`));
const problemsOf = async (caller: ReturnType<typeof reader>, patient_id: string) =>
  (await door.call("ListProblems", { caller, path: { patient_id } })).body.problems;

test("the same file again changes nothing, and no version moves", async () => {
  const caller = reader();
  const file = [
    ada(),
    condition("a"),
    allergy("b"),
    lab("c"),
    report("d", { result: [{ reference: "Observation/c" }] }),
  ];
  const first = await take(caller, file);
  assert.deepEqual(first.counts, { created: 5, changed: 0, unchanged: 0, left_out: 0 });
  const again = await take(caller, file);
  assert.deepEqual(again.counts, { created: 0, changed: 0, unchanged: 5, left_out: 0 });
  assert.deepEqual(
    again.resources.map(({ id }) => id),
    first.resources.map(({ id }) => id),
  );
  const versions = await sql<{ version: number }>(
    `select version from emr.records where team_id = $1 union all select version from emr.patients where team_id = $1`,
    [caller.team_id],
  );
  assert.ok(versions.every(({ version }) => version === 1));
  assert.deepEqual(await sql("select 1 from emr.changes where team_id = $1", [caller.team_id]), []);
});

test("each resource has its outcome and the reason, without a name or a value", async () => {
  const caller = reader();
  const report = await take(caller, [
    ada(),
    { resourceType: "Patient", name: [{ family: "Nobody" }] },
    { resourceType: "Immunization" },
    lab("vital", { category: [status("vital-signs")] }),
    condition("lost", { subject: { reference: "Patient/gone" } }),
    condition("wrong", { verificationStatus: status("entered-in-error") }),
    condition("x", { identifier: undefined }),
    condition("y", { code: undefined }),
    condition("z", { code: { coding: "no list" } }),
  ]);
  assert.deepEqual(outcomes(report), [
    "created",
    "left_out: no_identifier",
    "left_out: unsupported_type",
    "left_out: not_laboratory",
    "left_out: patient_not_found",
    "left_out: entered_in_error",
    "left_out: no_identifier",
    "left_out: invalid",
    "left_out: invalid",
  ]);
  assert.doesNotMatch(JSON.stringify(report), /Lovelace|MRN|Nobody|Hypertension/);
});

test("an older file leaves what is newer, equal content keeps its version, twins go by the same rule", async () => {
  const caller = reader();
  const dated = (lastUpdated: string, text: string) =>
    condition("a", { meta: { lastUpdated }, code: { text } });
  const [id] = (await take(caller, [ada(), dated("2026-03-01T00:00:00Z", "new")])).resources.map(
    ({ id }) => id ?? "",
  );
  const older = await take(caller, [ada(), dated("2026-02-01T00:00:00Z", "old")]);
  assert.deepEqual(outcomes(older)[1], "left_out: older");
  const twins = await take(caller, [
    ada(),
    dated("2026-05-01T00:00:00Z", "newest"),
    dated("2026-04-01T00:00:00Z", "between"),
  ]);
  assert.deepEqual(outcomes(twins).slice(1), ["changed", "left_out: older"]);
  assert.deepEqual(
    (await problemsOf(caller, id ?? "")).map(({ text }: { text: string }) => text),
    ["newest"],
  );
  const undated = await take(caller, [ada(), condition("a", { code: { text: "last" } })]);
  assert.equal(outcomes(undated)[1], "changed");
});

test("what was entered in error is gone everywhere, and a correct version brings it back", async () => {
  const caller = reader();
  const id = (await take(caller, [ada(), condition("a")])).resources[0]?.id ?? "";
  const wrong = condition("a", { verificationStatus: status("entered-in-error") });
  assert.equal(outcomes(await take(caller, [ada(), wrong]))[1], "changed: entered_in_error");
  assert.deepEqual(await problemsOf(caller, id), []);
  assert.equal(outcomes(await take(caller, [ada(), wrong]))[1], "left_out: entered_in_error");
  assert.equal(outcomes(await take(caller, [ada(), condition("a")]))[1], "changed");
  assert.equal((await problemsOf(caller, id)).length, 1);
});

test("an older file does not bring back what was entered in error", async () => {
  const caller = reader();
  const dated = (month: number, rest = {}) =>
    condition("a", { meta: { lastUpdated: `2026-0${month}-01T00:00:00Z` }, ...rest });
  const id = (await take(caller, [ada(), dated(1)])).resources[0]?.id ?? "";
  const wrong = { verificationStatus: status("entered-in-error") };
  assert.equal(outcomes(await take(caller, [ada(), dated(3, wrong)]))[1], "changed: entered_in_error");
  assert.equal(outcomes(await take(caller, [ada(), dated(2)]))[1], "left_out: older");
  assert.deepEqual(await problemsOf(caller, id), []);
});

test("a report names values of an earlier file, and keeps them when it comes alone again", async () => {
  const caller = reader();
  const named = report("r", { result: [{ reference: "https://clinic.example/Observation/a" }] });
  const patient_id = (await take(caller, [ada(), lab("a")])).resources[0]?.id ?? "";
  const labs = async () => (await door.call("GetLabs", { caller, path: { patient_id } })).body;
  for (const outcome of ["created", "unchanged"]) {
    assert.equal(outcomes(await take(caller, [ada(), named]))[1], outcome);
    const { analytes, reports } = await labs();
    assert.deepEqual(
      analytes.map((one: { report_id: string | null }) => one.report_id),
      [reports[0].id],
    );
  }
});

test("a subject is found by id, fullUrl, urn, absolute URL and identifier, also of an earlier import", async () => {
  const caller = reader();
  const entry = (resource: object, fullUrl?: string) => ({
    resource,
    ...(fullUrl === undefined ? {} : { fullUrl }),
  });
  const bundle = (...entries: object[]) =>
    JSON.stringify({ resourceType: "Bundle", type: "batch", entry: entries });
  const url = "urn:uuid:6f1a4c1e-5b7e-4a53-9c0c-1b1f5ce2b9aa";
  const first = await take(
    caller,
    bundle(
      entry(condition("before", { subject: { reference: url } })),
      entry(ada(), url),
      ...[
        { reference: "Patient/ada" },
        { reference: "https://clinic.example/fhir/Patient/ada" },
        { reference: "Patient/ada/_history/3" },
        { identifier: { system: "urn:insurer", value: "I-1" } },
      ].map((subject, index) => entry(condition(`c${index}`, { subject }))),
    ),
  );
  assert.deepEqual(new Set(outcomes(first)), new Set(["created"]));
  const later = await take(caller, [
    condition("later", { subject: { identifier: { system: "urn:clinic", value: "MRN-1" } } }),
  ]);
  assert.deepEqual([outcomes(later)[0], later.resources[0]?.patient_id], ["created", first.resources[1]?.id]);
  await take(caller, [ada({ identifier: [{ system: "urn:else", value: "MRN-1" }] })]);
  const unsure = await take(caller, [condition("unsure")]);
  assert.equal(outcomes(unsure)[0], "left_out: patient_not_found", "a name of two patients leads to neither");
});

test("the same number under another system is another patient, and a later import leaves the roster", async () => {
  const caller = reader();
  const first = await take(caller, [ada()], false);
  const other = await take(caller, [ada({ identifier: [{ system: "urn:else", value: "MRN-1" }] })], false);
  assert.notEqual(first.resources[0]?.id, other.resources[0]?.id);
  await take(caller, [ada({ gender: "other" })], true);
  const rows = await sql<{ status: string }>("select status from emr.patients where team_id = $1", [
    caller.team_id,
  ]);
  assert.deepEqual(
    rows.map(({ status: one }) => one),
    ["pending", "pending"],
  );
});

for (const [name, text] of [
  ["no JSON", "{"],
  ["no Bundle", JSON.stringify(ada())],
  ["a list", "[]"],
  ["entries that are no list", '{"resourceType":"Bundle","entry":{}}'],
] as const) {
  test(`${name} is refused, and nothing is stored`, async () => {
    const caller = reader();
    const reply = await door.operate("ImportBundle", { team_id: caller.team_id, bundle: text });
    assert.deepEqual([reply.status, reply.body.code], [422, "validation_failed"]);
    assert.deepEqual(await sql("select 1 from emr.patients where team_id = $1", [caller.team_id]), []);
  });
}

test("a Bundle of what nobody expects is taken as far as it makes sense", async () => {
  const caller = reader();
  const deep = JSON.parse(`${'{"extension":['.repeat(500)}{}${"]}".repeat(500)}`) as object;
  const text = bundleOf([
    ada({ extension: [deep, { url: "urn:x", valueString: "\u0000\ud800" }], contact: "no list" }),
    condition("a", {
      code: { text: "a\u0000b" },
      subject: { reference: "Patient/ada", display: { cycle: true } },
    }),
    condition("b", { partOf: [{ reference: "Condition/b" }], code: { coding: "no list", text: "b" } }),
    lab("c", { valueQuantity: { value: "13", unit: 4 } }),
  ]).replace('"valueQuantity":{"value":"13"', '"valueQuantity":{"value":1e999');
  const report = await take(caller, `${text.slice(0, -2)},null,{"resource":null},7]}`);
  assert.deepEqual(outcomes(report), [
    "created",
    "created",
    "created",
    "left_out: no_result",
    "left_out: unsupported_type",
    "left_out: unsupported_type",
    "left_out: unsupported_type",
  ]);
});

test("eight imports of one file at once make each thing once", async () => {
  const caller = reader();
  const file = [ada(), condition("a"), lab("b")];
  const reports = await Promise.all(Array.from({ length: 8 }, () => take(caller, file)));
  const ids = new Set(reports.flatMap(({ resources }) => resources.map(({ id }) => id)));
  assert.equal(ids.size, 3);
  assert.equal(reports.filter(({ counts }) => counts.created === 3).length, 1);
});

test("an import into one team is seen by no other", async () => {
  const caller = reader();
  await take(caller, [ada()]);
  const other = reader();
  const found = await take(other, [condition("a")]);
  assert.equal(outcomes(found)[0], "left_out: patient_not_found");
});
