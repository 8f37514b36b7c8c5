import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { concept, condition, status } from "../testing/chart-samples.ts";
import { ada, reader, testEmr, withoutId } from "../testing/test-emr.ts";

const { door, take, looks } = await testEmr();
const SNOMED = "http://snomed.info/sct";

async function charted(...resources: object[]) {
  const caller = reader();
  const id = (await take(caller, [ada(), ...resources])).resources[0]?.id ?? "";
  const path = { patient_id: id };
  const list = (query = "") => door.call("ListProblems", { caller, path, query });
  const chart = async () => (await door.call("GetPatient", { caller, path })).body;
  return { caller, id, list, chart };
}

test("a problem is shown as it was imported, and nothing is inferred", async () => {
  const { list } = await charted(
    condition("full", {
      verificationStatus: status("confirmed"),
      category: [status("problem-list-item")],
      severity: concept(SNOMED, "24484000", "Severe"),
      code: {
        coding: [
          { system: "urn:icd", code: "I10" },
          { system: SNOMED, code: "38341003", display: "HTN" },
        ],
        text: "High pressure",
      },
      onsetDateTime: "1980-05",
      abatementDateTime: "2020-01-02T23:30:00-05:00",
      recordedDate: "2021-03-04T10:00:00+02:00",
      note: [{ text: "first" }, { text: "second" }],
    }),
    condition("bare", { clinicalStatus: undefined }),
  );
  const { status: answered, body } = await list();
  assert.equal(answered, 200);
  assert.deepEqual(body.problems.map(withoutId), [
    {
      code: { system: SNOMED, code: "38341003", display: "HTN" },
      text: "High pressure",
      clinical_status: "active",
      verification_status: "confirmed",
      category: "problem-list-item",
      severity: "Severe",
      onset_date: "1980-05",
      onset_text: null,
      abatement_date: "2020-01-02",
      abatement_text: null,
      recorded_at: "2021-03-04T08:00:00.000Z",
      note: "first\nsecond",
    },
    {
      code: { system: SNOMED, code: "38341003", display: "Hypertension" },
      text: "Hypertension",
      clinical_status: null,
      verification_status: null,
      category: null,
      severity: null,
      onset_date: null,
      onset_text: null,
      abatement_date: null,
      abatement_text: null,
      recorded_at: null,
      note: null,
    },
  ]);
});

test("the chart has active problems that are not refuted; the list has all, by status where it is asked for", async () => {
  const { list, chart } = await charted(
    ...["active", "recurrence", "relapse", "inactive", "remission", "resolved"].map((one) =>
      condition(one, { clinicalStatus: status(one) }),
    ),
    condition("refuted", { verificationStatus: status("refuted") }),
  );
  const { problems, counts, problem_status } = await chart();
  assert.deepEqual([problems.length, counts.problems, problem_status], [3, 3, "listed"]);
  assert.equal((await list()).body.problems.length, 7);
  assert.equal((await list("status=resolved")).body.problems.length, 1);
  assert.equal((await list("status=all&limit=2")).body.has_more, true);
  for (const bad of ["Active", "open", "", "active,resolved"])
    assert.equal((await list(`status=${bad}`)).body.code, "invalid_parameter");
});

const none = (rest: object = {}) => condition("none", { code: concept(SNOMED, "160245001"), ...rest });
for (const [name, resources, expected] of [
  ["nothing", [], "no_information"],
  ["a live statement that there is none", [none()], "none_known"],
  ["one without a status", [none({ clinicalStatus: undefined })], "none_known"],
  [
    "one in the words of IPS",
    [
      none({
        code: concept("http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips", "no-known-problems"),
      }),
    ],
    "none_known",
  ],
  [
    "that nothing is known",
    [
      none({
        code: concept("http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips", "no-problem-info"),
      }),
    ],
    "no_information",
  ],
  ["a refuted statement", [none({ verificationStatus: status("refuted") })], "no_information"],
  ["one that is over", [none({ clinicalStatus: status("resolved") })], "no_information"],
  ["a statement beside a problem", [none(), condition("one")], "listed"],
  ["only what is over", [condition("over", { clinicalStatus: status("resolved") })], "no_information"],
] as const) {
  test(`${name}: ${expected}`, async () => {
    const { chart, list } = await charted(...resources);
    const { problem_status, problems, counts } = await chart();
    assert.equal(problem_status, expected);
    assert.deepEqual([problems.length, counts.problems], expected === "listed" ? [1, 1] : [0, 0]);
    assert.equal((await list()).body.problems.length, resources.length);
  });
}

test("the chart cuts at twenty and counts all", async () => {
  const { chart } = await charted(...Array.from({ length: 25 }, (_, index) => condition(`c${index}`)));
  const { problems, counts } = await chart();
  assert.deepEqual([problems.length, counts.problems], [20, 25]);
});

test("the problems of an absent patient are the 404 of any, on record with the id that was asked for", async () => {
  const { caller } = await charted();
  const patient_id = randomUUID();
  const reply = await door.call("ListProblems", { caller, path: { patient_id } });
  assert.deepEqual([reply.status, reply.body.code], [404, "not_found"]);
  const [look] = await looks(caller);
  assert.deepEqual([look?.action, look?.outcome, look?.patient_id], ["read", "not_found", patient_id]);
});
