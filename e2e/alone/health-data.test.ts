import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { after, before, test } from "node:test";
import { services } from "@jst/fleet";
import { until } from "@jst/testing";
import { Components } from "../faults/src/components.ts";
import { importCharts } from "../src/charts.ts";
import { startCollector, type Collector } from "../src/collector.ts";
import { fleet, jst, metricsOf, mintHumanToken, newTeam } from "../src/fleet.ts";
import { send, type Answer } from "../src/http.ts";

/** Spans leave every five seconds; the gateway writes its log once a second. */
const ARRIVAL_MS = 40_000;

/** Words that stand nowhere but in health data; and one of a contact, which does travel. */
const FAMILY = "Zquillfeather";
const NUMBER = "MRNQX77120";
const DRUG = "Florbaxamine";
const DISPLAY = "Wobblerate";
const words = [FAMILY, NUMBER, DRUG, DISPLAY];
const ORDINARY = "Plainlyshown";

const components = await Components.of(path.dirname(process.env["E2E_FLEET"] ?? ""));
let collector: Collector;
let toRedis = "";
let redis: ReturnType<typeof connect>;
before(async () => {
  collector = await startCollector(Number(process.env.E2E_COLLECTOR_PORT));
  const url = new URL(components.redisUrl);
  redis = connect(Number(url.port), url.hostname);
  redis.on("data", (bytes) => (toRedis += bytes.toString("latin1")));
  redis.write(`AUTH ${url.password}\r\nMONITOR\r\n`);
});
after(() => {
  redis.destroy();
  collector.close();
});

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

/** What the broker has on disk, segment by segment. */
function segments(): Buffer[] {
  return readdirSync(components.dataDir("kafka"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".log"))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name)));
}

const logs = (): Buffer[] => Object.values(fleet().components).map(({ log }) => readFileSync(log));
const holds = (parts: readonly Buffer[], word: string) => parts.some((part) => part.includes(word));

test("planted names of health data are in answers, and in no log, broker, cache, trace or metric", async () => {
  const { id, slug, token } = await newTeam("canary");
  for (const key of ["emr.enabled", "emr.labs.enabled", "wellness.enabled"])
    await jst("config", "set", "--team", slug, `modules.${key}`, "true");
  await use(slug, token);
  await until(
    "the ordinary contact is in the broker",
    ARRIVAL_MS,
    () => holds(segments(), ORDINARY) || undefined,
  );
  await until("spans of emr have arrived", ARRIVAL_MS, () =>
    collector.spans.some(({ service, name }) => service === "emr" && name.includes("CreateObservations"))
      ? true
      : undefined,
  );
  await until("the team is in the logs", ARRIVAL_MS, () => holds(logs(), id) || undefined);
  await until("Redis was asked", ARRIVAL_MS, () => /"(?:evalsha|eval|fcall)"/i.test(toRedis) || undefined);
  const metrics = await Promise.all(services.map(({ name }) => metricsOf(name)));
  const places = {
    logs: logs(),
    kafka: segments(),
    redis: [Buffer.from(toRedis)],
    traces: [Buffer.from(collector.received())],
    metrics: metrics.map((text) => Buffer.from(text)),
  };
  const found = Object.entries(places).flatMap(([place, parts]) =>
    words.filter((word) => holds(parts, word)).map((word) => `${word} in ${place}`),
  );
  assert.deepEqual(found, []);
});
