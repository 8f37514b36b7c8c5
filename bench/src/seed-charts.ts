import type { Fleet } from "../../dev/src/component.ts";
import { callOperator } from "../../dev/src/operator.ts";
import { authRpc, createTeam } from "../../dev/src/teams.ts";
import type { ChartFacts } from "./facts.ts";
import { mintTokens, post } from "./seed.ts";

const slug = "bench-charts";
const tokenCount = 20;
const importMs = 300_000;
const minuteMs = 60_000;
/** Analytes of each patient, however many values there are of them. */
const analytes = 20;
const values = { few: 100, many: 10_000 };

/** A team with two charts, one with a hundred times as many laboratory values, and a contact who consents. */
export async function seedCharts(fleet: Fleet): Promise<ChartFacts> {
  const team = await createTeam(fleet, { slug });
  for (const module of ["emr", "emr.labs", "wellness"])
    await callOperator(fleet, authRpc("SetConfig"), {
      team: slug,
      key: `modules.${module}.enabled`,
      value: "true",
    });
  const tokens = await mintTokens(fleet, slug, tokenCount);
  const [token = ""] = tokens;
  const contact = await post(fleet, token, "/api/v1/contacts", { first_name: "Ada" });
  const contactId = String(contact["id"]);
  const consent = { contact_id: contactId, categories: ["vitals"], purposes: ["care"] };
  await post(fleet, token, "/api/v1/wellness/consent", consent);
  const [few, many] = [
    await importChart(fleet, team.id, "few", values.few),
    await importChart(fleet, team.id, "many", values.many),
  ];
  return { tokens, contactId, few, many };
}

/** Id of a patient with so many laboratory values, and a few of everything else. */
async function importChart(fleet: Fleet, team_id: string, name: string, count: number): Promise<string> {
  const subject = { reference: `Patient/${name}` };
  const identified = (value: string) => ({
    identifier: [{ system: "urn:bench", value: `${name}-${value}` }],
  });
  const listed = (n: number) => [
    { resourceType: "Condition", ...identified(`c${n}`), code: { text: `Problem ${n}` }, subject },
    { resourceType: "AllergyIntolerance", ...identified(`a${n}`), code: { text: "Dust" }, patient: subject },
    {
      resourceType: "MedicationRequest",
      ...identified(`m${n}`),
      ...{ status: "active", intent: "order", medicationCodeableConcept: { text: `Tablet ${n}` } },
      subject,
    },
  ];
  const lab = (n: number) => ({
    resourceType: "Observation",
    ...identified(`o${n}`),
    status: "final",
    category: [{ coding: [{ code: "laboratory" }] }],
    code: { coding: [{ system: "http://loinc.org", code: `100${n % analytes}-0` }] },
    subject,
    effectiveDateTime: new Date(Date.UTC(2020, 0, 1) + n * minuteMs).toISOString(),
    valueQuantity: { value: n, unit: "g/dL" },
  });
  const resources = [
    { resourceType: "Patient", id: name, ...identified("p"), name: [{ family: name }] },
    ...Array.from({ length: 5 }, (_, n) => listed(n)).flat(),
    ...Array.from({ length: count }, (_, n) => lab(n)),
  ];
  const bundle = JSON.stringify({
    resourceType: "Bundle",
    type: "collection",
    entry: resources.map((resource) => ({ resource })),
  });
  const rpc = { owner: "emr", service: "emr.v1.Operator", method: "ImportBundle" };
  const report = await callOperator(fleet, rpc, { team_id, bundle, enroll: true }, importMs);
  const [patient] = report["resources"] as { id: string }[];
  return patient?.id ?? "";
}
