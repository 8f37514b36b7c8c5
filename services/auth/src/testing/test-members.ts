import type { Caller, Role } from "@jst/caller";
import { testCaller, type TestReply } from "@jst/testing";
import { randomUUID } from "node:crypto";
import type { TestAuth } from "./test-auth.ts";

/** Makes an address that no member has. */
export const newAddress = (): string => `${randomUUID()}@example.org`;

/** Status of a reply, with the code of a refusal. */
export const outcome = ({ status, body }: TestReply): string =>
  status < 300 ? String(status) : `${status} ${(body as { code: string }).code}`;

/** A member, as lists show one. */
export interface ListedMember {
  id: string;
  role: string;
}

/** Teams whose members are managed. */
export function testMembers({ door, newTeam, teamIdOf, memberOf, serviceOf }: TestAuth) {
  return {
    /** Makes a team with an owner, and callers of it. */
    team: async () => {
      const slug = await newTeam();
      const team_id = await teamIdOf(slug);
      const ownerId = await memberOf(slug, "owner");
      /** Signs in a new member of the role. */
      const signedIn = async (role: Role): Promise<Caller> => {
        const member_id = await memberOf(slug, role);
        return testCaller({ team_id, token_type: "member", door: "console", member_id, role });
      };
      return { slug, team_id, ownerId, service: await serviceOf(slug), signedIn };
    },
    add: (caller: Caller, body: object) => door.call("AddTeamMember", { caller, body }),
    change: (caller: Caller, member_id: string, body: object) =>
      door.call("UpdateTeamMember", { caller, path: { member_id }, body }),
    remove: (caller: Caller, member_id: string) =>
      door.call("RemoveTeamMember", { caller, path: { member_id } }),
    list: async (caller: Caller) => {
      const { body } = (await door.call("ListMembers", { caller })) as { body: { members: ListedMember[] } };
      return body.members;
    },
  };
}
