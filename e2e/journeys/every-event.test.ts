import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { until } from "@jst/testing";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { startWebhookSink, type WebhookSink } from "../src/webhook-sink.ts";
import { makeWorld } from "../src/world.ts";

const ARRIVAL_MS = 60_000;

/** Event of the feed. */
interface Event {
  type: string;
  payload: object;
}

const file = join(import.meta.dirname, "../../libs/events/gen/event-schemas.json");
const schemas = JSON.parse(readFileSync(file, "utf8")) as Record<string, object>;
/** Types that creates publish; an approval rule is made by a member who is signed in. */
const created = Object.keys(schemas).filter(
  (type) => type.endsWith(".created") && !/^(approval_rule|invoice|booking)\./.test(type),
);

let team: { token: string; slug: string };
let sink: WebhookSink;
before(async () => {
  sink = await startWebhookSink();
  team = await newTeam("every-event");
});
after(() => sink.close());

async function feed(): Promise<Event[]> {
  const found: Event[] = [];
  for (let since = ""; ;) {
    const path = `/api/v1/events?limit=500${since}`;
    const { body } = await send({ method: "GET", path, token: team.token });
    const page = body as { events: Event[]; next_cursor: string; has_more: boolean };
    found.push(...page.events);
    if (!page.has_more) return found;
    since = `&since=${encodeURIComponent(page.next_cursor)}`;
  }
}

test("an endpoint with * gets an event of each resource, each in the schema of its type, and no fact (events.types, events.body)", async () => {
  const body = { url: sink.url, events: ["*"] };
  const made = await send({ method: "POST", path: "/api/v1/webhooks", token: team.token, body });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  await makeWorld(team.token, team.slug);
  let missing: string[] = [];
  const events = await until(`events of all resources: ${missing.join()}`, ARRIVAL_MS, async () => {
    const all = await feed();
    const types = new Set(all.map(({ type }) => type));
    missing = created.filter((type) => !types.has(type));
    return missing.length === 0 ? all : undefined;
  }).catch((error: unknown) => assert.fail(`${String(error)}: ${missing.join()}`));
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  for (const { type, payload } of events) {
    const isValid = ajv.validate(schemas[type] ?? false, payload);
    assert.ok(isValid, `${type}: ${ajv.errorsText()} ${JSON.stringify(payload)}`);
  }
});
