import "@jst/telemetry/preload";
import { shownMetrics, testCaller, until, withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testCrm } from "./testing/test-crm.ts";

const { door, auth, database, stored } = await testCrm();
const owner = "0190a1b2-0000-7000-8000-00000000000a";

test("a write whose caller leaves while another service is asked is not begun, and that service is told", async () => {
  const caller = testCaller();
  const client = new AbortController();
  auth.isSilent = true;
  const body = { first_name: "Ada", owner_id: owner };
  const reply = door.call("CreateContact", { caller, body, signal: client.signal });
  const left = assert.rejects(reply, { code: 1 });
  await until("the other service is asked", 10_000, () => auth.asked.at(0));
  client.abort();
  await left;
  await until("the other service is told", 10_000, () => (auth.left === 1 ? true : undefined));
  auth.isSilent = false;
  assert.equal((await stored(caller.team_id)).contacts, 0);
});

/** Waits until so many requests wait for a connection. */
function waiting(count: number): Promise<unknown> {
  const shown = new RegExp(`^db_client_connection_pending_requests\\{.*\\} ${count}$`, "m");
  return until(`${count} wait for a connection`, 10_000, async () =>
    shown.test(await shownMetrics()) ? true : undefined,
  );
}

test("a service that takes back its question ends the wait for a connection", async () => {
  const caller = testCaller();
  const questions = {
    FindContacts: ["data", { team_id: caller.team_id, ids: [owner] }],
    ListChangesets: ["agent", { limit: 1 }],
  } as const;
  const lists = await withClient(database.superuserUrl, async (holder) => {
    await holder.query("begin");
    await holder.query("lock table crm.contacts in access exclusive mode");
    // All connections that the team may have.
    const begun = Array.from({ length: 4 }, () => door.call("ListContacts", { caller }));
    for (const [method, [service, body]] of Object.entries(questions)) {
      const asking = new AbortController();
      const reply = door.callAs(service, method, body, caller, { signal: asking.signal });
      const left = assert.rejects(reply, { code: 1 });
      await waiting(1);
      asking.abort();
      await left;
      await waiting(0);
    }
    await holder.query("commit");
    return begun;
  });
  for (const { status } of await Promise.all(lists)) assert.equal(status, 200);
});
