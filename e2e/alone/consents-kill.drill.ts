// Proves: libs/db/src libs/events services/crm/src services/comms/src/consents dev/src/supervisor
import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "@jst/testing";
import { fleet, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { startWriting } from "../src/writer.ts";

const RECOVERY_MS = 20_000;
const ARRIVAL_MS = 60_000;
const VICTIMS = ["crm", "comms", "crm", "comms"];

interface Consent {
  address: string;
  status: string;
  evidence: { submission_id: string };
}
interface Contact {
  email: string;
  consent: object;
}

test("crm and comms are killed while consents are given: each is recorded once, and its contact shows it", async () => {
  const { token } = await newTeam("consents-kill");
  const asked = async (method: string, path: string, body?: unknown) => {
    const more = body === undefined ? {} : { body };
    const answer = await send({ method, path: `/api/v1/${path}`, token, ...more });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body as Record<string, unknown>;
  };
  const all = async <Item>(path: string, plural: string): Promise<Item[]> => {
    const items: Item[] = [];
    for (let cursor = ""; ;) {
      const page = await asked("GET", `${path}?limit=500${cursor}`);
      items.push(...(page[plural] as Item[]));
      if (page["has_more"] !== true) return items;
      cursor = `&cursor=${String(page["next_cursor"])}`;
    }
  };
  const fields = [
    { id: "email", label: "E-mail", type: "email", maps_to: "email" },
    { id: "news", label: "News", type: "consent", maps_to: "consent.email.marketing" },
  ];
  await asked("POST", "forms", { title: "News", slug: "news", status: "published", fields });
  const dataOf = (name: string) => ({ email: `${name}@example.com`, news: true });
  const path = "/api/v1/forms/news/submissions";
  const writers = [0, 1].map((number) => startWriting(path, token, `w${number}`, dataOf));
  const beyond = (least: readonly number[]) =>
    writers.every((one, at) => one.count() > (least[at] ?? 0) + 10) ? true : undefined;
  await until("submissions are acknowledged", RECOVERY_MS, () => beyond([]));
  for (const name of VICTIMS) {
    const victim = fleet().components[name];
    assert.ok(victim, `the fleet has no component ${name}`);
    process.kill(victim.pid, "SIGKILL");
    await until(`${name} has another process`, RECOVERY_MS, () =>
      fleet().components[name]?.pid === victim.pid ? undefined : true,
    );
    const before = writers.map((one) => one.count());
    await until("submissions succeed again", RECOVERY_MS, () => beyond(before));
    await until("consents are read again", RECOVERY_MS, async () => {
      const { status } = await send({ path: "/api/v1/comms/consents", token });
      return status === 200 ? true : undefined;
    });
  }
  const written = await Promise.all(writers.map((one) => one.stop()));
  assert.deepEqual(
    written.flatMap(({ faults }) => faults),
    [],
  );
  const stored = await all<{ id: string }>("forms/news/submissions", "submissions");
  assert.ok(stored.length >= written.flatMap(({ acknowledged }) => acknowledged).length);
  const consents = await until("every consent is recorded", ARRIVAL_MS, async () => {
    const found = await all<Consent>("comms/consents", "consents");
    return found.length >= stored.length ? found : undefined;
  });
  assert.deepEqual(
    consents.map(({ evidence }) => evidence.submission_id).sort(),
    stored.map(({ id }) => id).sort(),
  );
  const shown = JSON.stringify({ email: { marketing: "opted_in" } });
  await until("every contact shows its consent", ARRIVAL_MS, async () => {
    const contacts = await all<Contact>("contacts", "contacts");
    return contacts.every(({ consent }) => JSON.stringify(consent) === shown) ? true : undefined;
  });
});
