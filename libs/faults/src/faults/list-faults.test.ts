import { notesServiceMigrations, testCaller, testDatabase, testDoor, toldFaults } from "@jst/testing";
import { faultsDescriptor, type Fault, type FindFaults } from "@jst/faults";
import assert from "node:assert/strict";
import { test } from "node:test";

/** Reads under which team its statement runs. */
const findFaults: FindFaults<{ component: string }> = async ({ context, read }, { component }) => {
  const [team] = await read<{ id: string }>({
    text: "select current_setting('app.team_id') as id",
    values: [],
  });
  assert.equal(team?.id, context.teamId);
  const words = { reason: `It is of team ${context.teamId}.`, remedy: "Have it answer." };
  return [{ component, state: "failing", ...words, since: null, path: null }] satisfies Fault[];
};
const door = await testDoor({
  name: "crm",
  database: await testDatabase("crm", { migrations: notesServiceMigrations }),
  rpcs: [],
  descriptor: faultsDescriptor,
  deps: () => ({ component: "notes" }),
  findFaults,
});

test("a service tells what it finds under the team that is asked about, with its own parts", async () => {
  const { team_id } = testCaller();
  for (const written of [team_id, team_id.toUpperCase()]) {
    const [fault, ...others] = await toldFaults(door)({ team_id: written });
    assert.deepEqual(others, []);
    assert.deepEqual([fault?.component, fault?.reason], ["notes", `It is of team ${team_id}.`]);
  }
});

test("nobody but agent asks, and of nothing but a team", async () => {
  const { team_id } = testCaller();
  await assert.rejects(door.callAs("data", "ListFaults", { team_id }), /UNAUTHENTICATED/);
  for (const body of [{ team_id: "demo" }, {}, { team_id, since: null }])
    assert.equal((await door.callAs("agent", "ListFaults", body)).status, 422);
});
