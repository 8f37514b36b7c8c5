import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { until } from "@jst/testing";
import { importCharts } from "../src/charts.ts";
import { jst, mintHumanToken, newTeam } from "../src/fleet.ts";
import { send, type Answer } from "../src/http.ts";
import { holds, watchPlaces, type Places } from "../src/places.ts";

/** Spans leave every five seconds; the gateway writes its log once a second. */
const ARRIVAL_MS = 40_000;

/** Words that stand nowhere but in health data; and one of a contact, which does travel. */
const FAMILY = "Zquillfeather";
const NUMBER = "MRNQX77120";
const DRUG = "Florbaxamine";
const DISPLAY = "Wobblerate";
const words = [FAMILY, NUMBER, DRUG, DISPLAY];
const ORDINARY = "Plainlyshown";

let places: Places;
before(async () => {
  places = await watchPlaces();
});
after(() => places.close());

/** Shown where it may be, so that its absence elsewhere says something. */
function shows({ status, body }: Answer, ...texts: string[]): void {
  assert.ok(status < 300, JSON.stringify(body));
  for (const text of texts) assert.ok(JSON.stringify(body).includes(text), text);
}

async function use(slug: string, token: string): Promise<void> {
  const patient = {
    resourceType: "Patient",
    id: "p",
    identifier: [{ system: "urn:clinic", value: NUMBER }],
    name: [{ family: FAMILY, given: ["Zed"] }],
  };
  const medication = {
    resourceType: "MedicationRequest",
    identifier: [{ system: "urn:clinic", value: "1" }],
    status: "active",
    intent: "order",
    medicationCodeableConcept: { text: DRUG },
    subject: { reference: "Patient/p" },
  };
  const { resources } = await importCharts(slug, [patient, medication]);
  const chart = `/api/v1/emr/patients/${resources[0]?.id ?? ""}`;
  shows(await send({ path: chart, token }), FAMILY, NUMBER, DRUG);
  shows(await send({ path: `/api/v1/emr/patients?q=${FAMILY}&limit=1`, token }), FAMILY);
  shows(await send({ path: chart, token, headers: { accept: "application/fhir+json" } }), FAMILY);
  for (const query of [`sort=${FAMILY}`, `${FAMILY}=1`, `birth_date=${DRUG}`, `cursor=${FAMILY}`])
    assert.equal((await send({ path: `/api/v1/emr/patients?${query}`, token })).status, 400);
  assert.equal((await send({ path: `${chart}/${FAMILY}`, token })).status, 404);
  const contact = { method: "POST", path: "/api/v1/contacts", token, body: { first_name: ORDINARY } };
  const { id: contact_id } = (await send(contact)).body as { id: string };
  const consent = { contact_id, categories: ["mood"], purposes: ["care"] };
  shows(await send({ method: "POST", path: "/api/v1/wellness/consent", token, body: consent }));
  const observation = {
    contact_id,
    code: { system: "urn:clinic", code: "w", display: DISPLAY },
    category: "mood",
    value: DRUG,
    effective_at: "2026-03-01T08:00:00Z",
    source: { type: "manual", name: NUMBER },
  };
  const observe = (as: string, body: object, key: string) =>
    send({
      method: "POST",
      path: "/api/v1/wellness/observations",
      token: as,
      body,
      headers: { "idempotency-key": key },
    });
  shows(await observe(token, observation, "a"), DISPLAY);
  shows(await observe(token, observation, "a"), DISPLAY);
  shows(await observe(await mintHumanToken(slug), observation, "b"), DISPLAY);
  assert.equal((await observe(token, { ...observation, note: DISPLAY, category: FAMILY }, "c")).status, 422);
  assert.equal((await observe(token, { ...observation, category: "sleep" }, "d")).status, 403);
  shows(await send({ path: `/api/v1/wellness/observations?contact_id=${contact_id}`, token }), DISPLAY);
}

test("planted names of health data are in answers, and in no log, broker, cache, trace or metric", async () => {
  const { id, slug, token } = await newTeam("canary");
  for (const key of ["emr.enabled", "emr.labs.enabled", "wellness.enabled"])
    await jst("config", "set", "--team", slug, `modules.${key}`, "true");
  await use(slug, token);
  await until(
    "the ordinary contact is in the broker",
    ARRIVAL_MS,
    () => holds(places.kafka(), ORDINARY) || undefined,
  );
  await until("spans of emr have arrived", ARRIVAL_MS, () =>
    places.spans().some(({ service, name }) => service === "emr" && name.includes("CreateObservations"))
      ? true
      : undefined,
  );
  await until("the team is in the logs", ARRIVAL_MS, () => holds(places.logs(), id) || undefined);
  await until(
    "Redis was asked",
    ARRIVAL_MS,
    () => /"(?:evalsha|eval|fcall)"/i.test(places.redis()) || undefined,
  );
  const found = Object.entries(await places.all()).flatMap(([place, parts]) =>
    words.filter((word) => holds(parts, word)).map((word) => `${word} in ${place}`),
  );
  assert.deepEqual(found, []);
});
