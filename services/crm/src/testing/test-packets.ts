import type { Caller } from "@jst/caller";
import { testCaller, type TestDoor, type TestReply } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";

const reviewers = [
  { email: "ada@members.test" },
  { email: "BO@members.test" },
  { email: "cy@members.test", required: false },
];
const items = [
  { section: "First", prompt: "Text?", type: "text" },
  { prompt: "One?", type: "choice", options: ["a", "b"], required: true },
  { prompt: "Some?", type: "multi_choice", options: ["a", "b", "c"] },
  { prompt: "Yes?", type: "boolean" },
  { prompt: "How?", type: "rating" },
];
/** A packet that two must approve and a third may, with items of every kind. */
export const draft = { title: "Plan", reviewers, items };

/** A packet of a team of its own, as members write it and tokens read it. */
export interface TestPacket {
  caller: ReturnType<typeof testCaller>;
  packet_id: string;
  /** Calls an rpc of members about the packet. */
  write: (method: string, body?: object) => Promise<TestReply>;
  /** Signs as the reviewer of this name. */
  sign: (name: string, verdict: string, more?: object) => Promise<TestReply>;
  read: () => Promise<TestReply["body"]>;
  answers: () => Promise<TestReply["body"]>;
}

/** Makes the packet; a member of `more` takes the place of the draft's. */
export async function testPacket(door: TestDoor, more: object = {}): Promise<TestPacket> {
  const caller = testCaller();
  const { team_id } = caller;
  const made = await door.operate("CreatePacket", { ...draft, ...more, team_id });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { id: packet_id } = made.body as { id: string };
  const write = (method: string, body: object = {}) => door.operate(method, { team_id, packet_id, ...body });
  const get = async (method: string): Promise<TestReply["body"]> => {
    const reply = await door.call(method, { caller, path: { packet_id } });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return reply.body;
  };
  return {
    caller,
    packet_id,
    write,
    sign: (name, verdict, more = {}) =>
      write("SignPacket", { reviewer: `${name}@members.test`, verdict, ...more }),
    read: () => get("GetPacket"),
    answers: () => get("GetPacketAnswers"),
  };
}

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
