import type { Caller, Role } from "@jst/caller";
import { testCaller } from "@jst/testing";
import type { TestAuth } from "./test-auth.ts";
import type { testOAuth } from "./test-oauth.ts";

/** A caller with a token of a member that may all that its role may. */
export const human: Pick<Caller, "token_type" | "role" | "scopes"> = {
  token_type: "human",
  role: "owner",
  scopes: [],
};

/** Teams of which one member has connected an app for the whole API. */
export function testConnected(auth: TestAuth, { connect, openTeam, signedIn }: ReturnType<typeof testOAuth>) {
  const rest = { resource: `${auth.door.httpUrl}/` };
  const connected = async (values: Record<string, string> = {}, role: Role = "owner") => {
    const team = await openTeam();
    const { visitor, member, memberId } = await signedIn(team, role);
    const pair = await connect(visitor, values, rest);
    const team_id = await auth.teamIdOf(team);
    const caller = testCaller({ ...human, team_id, member_id: memberId, role });
    const reply = await auth.door.call("ListConnectedApps", { caller });
    const [app] = (reply.body as { connected_apps: ShownApp[] }).connected_apps;
    if (app === undefined) throw new Error("The app that was connected is not listed.");
    return { team, team_id, visitor, member, memberId, pair, caller, app };
  };
  return { connected, rest };
}

/** An app as the list shows it, as far as tests go by it. */
export interface ShownApp extends Record<string, unknown> {
  id: string;
  created_at: string;
  member: { id: string; email: string };
}
