import type { Fault } from "@jst/faults";
import assert from "node:assert/strict";
import type { TestDoor } from "./test-door.ts";

/** Answers what a service tells agent that does not work for a team. */
export function toldFaults(door: TestDoor): (team: { team_id: string }) => Promise<Fault[]> {
  return async ({ team_id }) => {
    const reply = await door.callAs("agent", "ListFaults", { team_id });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return (reply.body as { faults: Fault[] }).faults;
  };
}
