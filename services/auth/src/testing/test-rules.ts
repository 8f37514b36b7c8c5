import assert from "node:assert/strict";
import type { Caller, Role } from "@jst/caller";
import type { ApprovalRule } from "../../gen/rpc.ts";
import type { TestAuth } from "./test-auth.ts";
import { testMembers } from "./test-members.ts";

/** Teams with approval rules, and who writes them. */
export function testRules(auth: TestAuth) {
  const { door, sql } = auth;
  const { team } = testMembers(auth);
  const create = (caller: Caller, body: object) =>
    door.call("CreateApprovalRule", { caller, body: { name: "R", outcome: "run", ...body } });
  return {
    /** Makes a team, and an admin of it who is signed in. */
    team: async (role: Role = "admin") => {
      const made = await team();
      return { ...made, caller: await made.signedIn(role) };
    },
    create,
    /** Creates a rule and answers it. */
    made: async (caller: Caller, body: object = {}): Promise<ApprovalRule> => {
      const reply = await create(caller, body);
      assert.equal(reply.status, 201, JSON.stringify(reply.body));
      return reply.body as ApprovalRule;
    },
    patch: (caller: Caller, id: string, body: object, headers: Record<string, string> = {}) =>
      door.call("UpdateApprovalRule", { caller, path: { approval_rule_id: id }, body, headers }),
    remove: (caller: Caller, id: string, headers: Record<string, string> = {}) =>
      door.call("DeleteApprovalRule", { caller, path: { approval_rule_id: id }, headers }),
    get: (caller: Caller, id: string) =>
      door.call("GetApprovalRule", { caller, path: { approval_rule_id: id } }),
    list: async (caller: Caller): Promise<ApprovalRule[]> => {
      const reply = await door.call("ListApprovalRules", { caller, query: "sort=position:asc" });
      return (reply.body as { approval_rules: ApprovalRule[] }).approval_rules;
    },
    /** Returns the version of the team's rules. */
    version: async (teamId: string): Promise<number | null> => {
      const [row] = await sql("select rules_version::int as version from auth.teams where team_id = $1", [
        teamId,
      ]);
      return row?.["version"] as number | null;
    },
    /** Returns the entries of the log about rules, oldest first. */
    recorded: (teamId: string) =>
      sql(
        `select payload->>'action' as action, payload->>'actor_type' as actor, payload->>'reason' as reason
         from auth.outbox
         where team_id = $1 and type = 'audit' and payload->>'resource' = 'approval_rules'
         order by seq`,
        [teamId],
      ),
  };
}

/** Places and codes of the refused members of a reply. */
export function faultsOf({ status, body }: { status: number; body: unknown }): unknown[] {
  const { errors = [] } = body as { errors?: { field: string; code: string }[] };
  return [status, ...errors.map(({ field, code }) => `${field} ${code}`)];
}
