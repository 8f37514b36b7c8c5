import { randomUUID } from "node:crypto";
import type { Caller } from "@jst/caller";
import { testCaller } from "./test-caller.ts";
import type { TestDoor } from "./test-door.ts";

/** A human token of a new member of the team. */
export function human(teamId: string, role: NonNullable<Caller["role"]> = "owner"): Caller {
  return testCaller({ team_id: teamId, token_type: "human", member_id: randomUUID(), role });
}

/** Another token of the same member. */
export function anotherToken(caller: Caller): Caller {
  return { ...caller, token_id: randomUUID() };
}

/** A session of the same member. */
export function signedIn(caller: Caller): Caller {
  const session: Caller = {
    ...caller,
    token_id: randomUUID(),
    token_type: "member",
    door: "console",
    scopes: [],
  };
  delete session.minted_by;
  return session;
}

/** A team with a member who proposes, an admin who decides, and a service token whose writes execute. */
export interface TestTeam {
  member: Caller;
  admin: Caller;
  service: Caller;
}

export function testTeam(): TestTeam {
  const teamId = randomUUID();
  return {
    member: human(teamId, "member"),
    admin: human(teamId, "admin"),
    service: testCaller({ team_id: teamId }),
  };
}

/** Proposes a write and answers the path of its changeset. */
export async function propose(
  door: TestDoor,
  caller: Caller,
  method: string,
  call: { path?: Record<string, string>; body?: unknown; headers?: Record<string, string> },
): Promise<{ changeset_id: string }> {
  const reply = await door.call(method, { caller, ...call });
  if (reply.status !== 202)
    throw new Error(`${method} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
  return { changeset_id: (reply.body as { changeset_id: string }).changeset_id };
}
