// Proves: libs/db/src libs/events libs/resource services/crm/src dev/src/supervisor
import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "@jst/testing";
import { fleet, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { startWebhookSink } from "../src/webhook-sink.ts";
import { startWriting } from "../src/writer.ts";

const RECOVERY_MS = 20_000;
const ARRIVAL_MS = 60_000;
const KILLS = 10;

interface Submission {
  id: string;
  contact_id: string;
  data: { name: string };
}

interface Told {
  id: string;
  data: { object: Submission };
}

test("crm is killed while forms are submitted: every 201 is stored once, with one contact and one event", async (context) => {
  const { token } = await newTeam("forms-kill");
  const asked = async (method: string, path: string, body?: unknown) => {
    const answer = await send({
      method,
      path: `/api/v1/${path}`,
      token,
      ...(body === undefined ? {} : { body }),
    });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body as Record<string, unknown>;
  };
  const all = async <Item>(path: string, plural: string): Promise<Item[]> => {
    const items: Item[] = [];
    for (let cursor = ""; ;) {
      const page = await asked("GET", `${path}${path.includes("?") ? "&" : "?"}limit=500${cursor}`);
      items.push(...(page[plural] as Item[]));
      if (page["has_more"] !== true) return items;
      cursor = `&cursor=${String(page["next_cursor"])}`;
    }
  };
  const sink = await startWebhookSink();
  context.after(() => sink.close());
  await asked("POST", "webhooks", { url: sink.url, events: ["form.submitted"] });
  const fields = [{ id: "name", label: "Name", type: "short_text", maps_to: "first_name" }];
  await asked("POST", "forms", { title: "Killed", slug: "killed", status: "published", fields });
  const path = "/api/v1/forms/killed/submissions";
  const writers = [0, 1, 2].map((number) => startWriting(path, token, `w${number}`));
  const countsBeyond = (least: readonly number[]) =>
    writers.every((one, at) => one.count() > (least[at] ?? 0) + 10) ? true : undefined;
  await until("submissions are acknowledged", RECOVERY_MS, () => countsBeyond([]));
  for (let kill = 0; kill < KILLS; kill += 1) {
    const victim = fleet().components["crm"];
    assert.ok(victim, "the fleet has no component crm");
    process.kill(victim.pid, "SIGKILL");
    await until("crm has another process", RECOVERY_MS, () =>
      fleet().components["crm"]?.pid === victim.pid ? undefined : true,
    );
    const before = writers.map((one) => one.count());
    await until("submissions succeed again", RECOVERY_MS, () => countsBeyond(before));
  }
  const written = await Promise.all(writers.map((one) => one.stop()));
  assert.deepEqual(
    written.flatMap((one) => one.faults),
    [],
  );
  const stored = await all<Submission>("forms/killed/submissions", "submissions");
  const times = Map.groupBy(stored, ({ data }) => data.name);
  for (const name of written.flatMap((one) => one.acknowledged))
    assert.equal(times.get(name)?.length, 1, `${name} is stored once`);
  const form = await asked("GET", "forms/killed");
  assert.equal(form["submission_count"], stored.length);
  const contacts = await all<{ id: string }>("contacts", "contacts");
  assert.deepEqual(contacts.map(({ id }) => id).sort(), stored.map(({ contact_id: id }) => id).sort());
  // A delivery may come twice, an event has one id.
  const told = () =>
    new Map(sink.arrived.map(({ body }) => JSON.parse(body) as Told).map((one) => [one.id, one]));
  await until("every event arrives", ARRIVAL_MS, () => (told().size >= stored.length ? true : undefined));
  const objects = [...told().values()].map(({ data }) => data.object.id);
  assert.deepEqual(objects.sort(), stored.map(({ id }) => id).sort());
});
