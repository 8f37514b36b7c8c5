// Proves: libs/events libs/directory/src libs/service/src/fact-consumer.ts services/crm/src/contacts
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { until } from "@jst/testing";
import { fleet, newTeam } from "../src/fleet.ts";
import { made, nameContacts } from "../src/named-contacts.ts";
import { teamApi } from "../src/team-api.ts";

const RECOVERY_MS = 60_000;
const FOLLOWS_MS = 90_000;
/** Services that store merges of contacts. */
const CONSUMERS = ["data", "commerce", "comms", "scheduling"];
/** Milliseconds from the answer of a merge to the kill: before its fact is sent, and while it is taken. */
const MOMENTS_MS = [0, 200];
const limits = { timeout: 900_000 };

/** Kills the processes at once and resolves when others have taken their places. */
async function kill(names: readonly string[]): Promise<void> {
  const victims = names.map((name) => {
    const victim = fleet().components[name];
    assert.ok(victim, `the fleet has no component ${name}`);
    return { name, pid: victim.pid };
  });
  for (const { pid } of victims) process.kill(pid, "SIGKILL");
  for (const { name, pid } of victims)
    await until(`${name} has another process`, RECOVERY_MS, () =>
      fleet().components[name]?.pid === pid ? undefined : true,
    );
}

/** Places whose answers follow a merge and change by nothing else meanwhile. */
const STILL = /^(data|commerce|scheduling)\//;

test(
  "services are killed between the fact of a merge and its effect: nothing is lost, and nothing is done twice",
  limits,
  async () => {
    const { token } = await newTeam("merges-kill");
    const { call } = teamApi(() => token);
    const read = async (place: string) => {
      const { status, body } = await call("GET", place);
      return status === 200 ? JSON.stringify(body) : "";
    };
    for (const [round, momentMs] of MOMENTS_MS.entries()) {
      const { target, source, places } = await nameContacts(call, `round${round}`);
      const last = await made(call, "contacts", { first_name: "Ada", email: `last@round${round}.test` });
      const before = new Map<string, string>();
      for (const place of places) before.set(place, await read(place));
      const merge = async (into: string, from: string, killed: readonly string[]) => {
        assert.equal((await call("POST", `contacts/${into}/merge`, { source_id: from })).status, 200);
        await delay(momentMs);
        await kill(killed);
        for (const place of places) {
          const text = await until(`${place} names the target`, FOLLOWS_MS, async () => {
            const found = await read(place);
            const others = [source, target, last].filter((id) => id !== into);
            return found.includes(into) && !others.some((id) => found.includes(id)) ? found : undefined;
          });
          if (STILL.test(place)) assert.equal(text.replaceAll(into, source), before.get(place), place);
        }
      };
      await merge(target, source, CONSUMERS);
      // The second merge of a chain, whose fact crm may send again.
      await merge(last, target, ["crm", ...CONSUMERS]);
    }
  },
);
