import type { Caller, Role } from "@jst/caller";
import { testCaller } from "@jst/testing";
import type { TestAuth } from "./test-auth.ts";
import { testVisitors } from "./test-visitor.ts";

/** Members who are signed in, as the rpcs of the console see them. */
export function testSessions(auth: TestAuth) {
  const { signedIn, visitor, linkFor } = testVisitors(auth);
  /** Returns the member's newest session as a caller. */
  const callerFor = async (team: string, memberId: string, role: Role): Promise<Caller> => {
    const [session] = await auth.sql(
      "select id from auth.sessions where member_id = $1 order by created_at desc, id desc limit 1",
      [memberId],
    );
    return testCaller({
      team_id: await auth.teamIdOf(team),
      token_id: String(session?.["id"]),
      token_type: "member",
      member_id: memberId,
      role,
      door: "console",
      scopes: [],
    });
  };
  /** Signs in a new member of the role with a browser of its own. */
  const atConsole = async (team: string, role: Role = "owner") => {
    const signed = await signedIn(team, role);
    return { ...signed, caller: await callerFor(team, signed.memberId, role) };
  };
  /** Signs the member in with a further browser. */
  const again = async (team: string, member: string): Promise<void> => {
    await visitor().send(await linkFor(team, member), {});
  };
  return { atConsole, again };
}
