import assert from "node:assert/strict";
import { test } from "node:test";
import { allergy, concept, status } from "../testing/chart-samples.ts";
import { ada, reader, testEmr, withoutId } from "../testing/test-emr.ts";

const { door, take } = await testEmr();

async function charted(...resources: object[]) {
  const caller = reader();
  const path = { patient_id: (await take(caller, [ada(), ...resources])).resources[0]?.id ?? "" };
  const list = async (query = "") => (await door.call("ListAllergies", { caller, path, query })).body;
  const chart = async () => (await door.call("GetPatient", { caller, path })).body;
  return { list, chart };
}
const texts = (allergies: { text: string }[]) => allergies.map(({ text }) => text);

test("an allergy is shown as it was imported", async () => {
  const { list } = await charted(
    allergy("a", {
      type: "allergy",
      category: ["food", "medication"],
      criticality: "low",
      clinicalStatus: status("active"),
      verificationStatus: status("confirmed"),
      onsetDateTime: "2001",
      recordedDate: "2010-01",
      reaction: [
        { manifestation: [{ coding: [{ display: "Hives" }] }, { text: "Rash" }], severity: "mild" },
        {},
      ],
    }),
  );
  const [shown] = (await list()).allergies.map(withoutId);
  assert.deepEqual(shown, {
    code: null,
    text: "Allergy a",
    type: "allergy",
    category: ["food", "medication"],
    criticality: "low",
    clinical_status: "active",
    verification_status: "confirmed",
    reactions: [
      {
        manifestation: "Hives, Rash",
        manifestations: ["Hives", "Rash"],
        substance: null,
        severity: "mild",
        note: null,
      },
    ],
    onset_date: "2001",
    onset_text: null,
    note: null,
    recorded_at: "2010-01",
  });
});

test("the most critical come first, then the last recorded, so that no cut hides one", async () => {
  const mild = Array.from({ length: 25 }, (_, index) =>
    allergy(`mild${index}`, { recordedDate: "2026-01-01" }),
  );
  const { list, chart } = await charted(
    ...mild,
    allergy("unsure", { criticality: "unable-to-assess" }),
    allergy("low", { criticality: "low", recordedDate: "2001" }),
    allergy("low-later", { criticality: "low", recordedDate: "2002" }),
    allergy("high", { criticality: "high" }),
  );
  const first = ["Allergy high", "Allergy low-later", "Allergy low", "Allergy unsure"];
  assert.deepEqual(texts((await chart()).allergies).slice(0, 4), first);
  assert.deepEqual(texts((await list("limit=4")).allergies), first);
  const pages = [];
  for (let cursor = ""; ;) {
    const page = await list(`limit=3${cursor}`);
    pages.push(...texts(page.allergies));
    if (page.next_cursor === null) break;
    cursor = `&cursor=${page.next_cursor}`;
  }
  assert.deepEqual([pages.length, new Set(pages).size], [29, 29]);
});

test("one without a status is active for safety's sake; only a whole statement says that there is none", async () => {
  assert.equal((await (await charted(allergy("a"))).chart()).allergy_status, "listed");
  const none = (system: string, code: string, rest = {}) =>
    allergy("none", { code: concept(system, code), ...rest });
  const SNOMED = "http://snomed.info/sct";
  const IPS = "http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips";
  for (const [resource, expected] of [
    [none(SNOMED, "716186003"), "none_known"],
    [none(IPS, "no-known-allergies"), "none_known"],
    [none(IPS, "no-known-medication-allergies"), "no_information"],
    [none(SNOMED, "409137002"), "no_information"],
    [none(SNOMED, "716186003", { clinicalStatus: status("inactive") }), "no_information"],
    [none(SNOMED, "716186003", { verificationStatus: status("refuted") }), "no_information"],
    [none("urn:other", "716186003"), "listed"],
  ] as const)
    assert.equal(
      (await (await charted(resource)).chart()).allergy_status,
      expected,
      JSON.stringify(resource),
    );
});
