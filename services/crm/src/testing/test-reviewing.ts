import type { Caller } from "@jst/caller";
import { testCaller, type TestDoor, type TestReply } from "@jst/testing";
import { randomUUID } from "node:crypto";
import { testPacket, type TestPacket } from "./test-review.ts";

/** A member who is signed in. */
export function signedIn(
  teamId: string,
  memberId: string = randomUUID(),
  role: "owner" | "member" = "member",
): Caller {
  return testCaller({
    team_id: teamId,
    token_type: "member",
    door: "console",
    member_id: memberId,
    scopes: role === "owner" ? [] : [{ resource: "review", actions: ["read", "write", "delete"] }],
    role,
  });
}

/** A packet and its reviewers, who are signed in. */
export interface TestReviewing extends TestPacket {
  /** Calls an rpc about the packet as one of the reviewers. */
  as: (name: string, method: string, body?: object, headers?: Record<string, string>) => Promise<TestReply>;
  callerOf: (name: string) => Promise<Caller>;
  /** Signs what the packet and the reviewer's sheet are now. */
  signNow: (name: string, verdict: string, more?: object) => Promise<TestReply>;
}

/** Makes the packet; a member of `more` takes the place of the draft's. */
export async function testReviewing(door: TestDoor, more: object = {}): Promise<TestReviewing> {
  const packet = await testPacket(door, more);
  const callerOf = async (name: string): Promise<Caller> => {
    const { reviewers } = (await packet.read()) as { reviewers: { id: string; name: string }[] };
    return signedIn(packet.caller.team_id, reviewers.find((one) => one.name === `${name}@members.test`)?.id);
  };
  const as: TestReviewing["as"] = async (name, method, body, headers = {}) =>
    door.call(method, {
      caller: await callerOf(name),
      path: { packet_id: packet.packet_id },
      ...(body === undefined ? {} : { body }),
      headers,
    });
  return {
    ...packet,
    as,
    callerOf,
    signNow: async (name, verdict, rest = {}) => {
      const { walkthrough_version, answer_sheets: sheets } = (await packet.answers()) as {
        walkthrough_version: number;
        answer_sheets: { reviewer_id: string; version: number }[];
      };
      const { member_id: id } = await callerOf(name);
      const sheet_version = sheets.find(({ reviewer_id: reviewer }) => reviewer === id)?.version ?? 0;
      return as(name, "SignReview", { verdict, walkthrough_version, sheet_version, ...rest });
    },
  };
}
