import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "@jst/testing";
import { testOutbox } from "../testing/test-outbox.ts";

const limitMs = 60_000;

interface State {
  state: string;
  reason: string | null;
  relaying: boolean;
  unsent: number;
  fault: string | null;
}

const { door, emit, relay, sql } = await testOutbox();
const stateOf = async (): Promise<State> => (await door.operate("GetOutbox", {})).body as State;
const stateWhen = (what: string, holds: (state: State) => boolean) =>
  until(what, limitMs, async () => {
    const state = await stateOf();
    return holds(state) ? state : undefined;
  });
/** As if everything had been stored a minute earlier. */
const age = () => sql("update crm.outbox set created_at = created_at - interval '1 minute'");

test("an outbox without events works, also before any relay has run", async () => {
  assert.deepEqual((await door.operate("GetOutbox", {})).body, {
    state: "working",
    reason: null,
    fault: null,
    fault_at: null,
    relaying: false,
    unsent: 0,
    oldest_unsent_at: null,
    oldest_unsent_age: 0,
    moved_at: null,
    replay_from: null,
  });
});

test("from event to broker: nobody relays it, then it is sent, and behind an older transaction it says so", async () => {
  await emit();
  assert.deepEqual([(await stateOf()).state, (await stateOf()).unsent], ["working", 1]);
  await age();
  const { state, reason, unsent } = await stateOf();
  assert.deepEqual([state, reason, unsent], ["stalled", "nobody_relays", 1]);

  const running = relay();
  const sent = await stateWhen("it is sent", (one) => one.unsent === 0 && one.relaying);
  assert.deepEqual([sent.state, sent.reason], ["working", null]);

  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<undefined>();
  const older = emit(() => {
    begin(undefined);
    return held;
  });
  await begun;
  await emit();
  await age();
  assert.equal((await stateWhen("it waits", (one) => one.state === "stalled")).reason, "older_transaction");
  release(undefined);
  await older;
  await stateWhen("both are sent", (one) => one.unsent === 0);
  await running.stop();
});

test("a relay that does not reach the broker says why, and no longer once it does", async () => {
  const cut = relay("127.0.0.1:1");
  const faulty = await stateWhen("it has recorded a fault", (one) => one.fault !== null);
  assert.deepEqual([faulty.state, faulty.reason], ["stalled", "fault"]);
  assert.match(String(faulty.fault), /ECONNREFUSED/);
  await cut.stop();
  const sound = relay();
  assert.equal((await stateWhen("the fault is gone", (one) => one.fault === null)).state, "working");
  await sound.stop();
});

test("only the operator asks", async () => {
  await assert.rejects(door.callAs("data", "GetOutbox", {}), { code: 16 });
  await assert.rejects(door.callAs("data", "ReplayOutbox", { since: "2026-01-01T00:00:00Z" }), { code: 16 });
});
