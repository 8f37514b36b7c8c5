import assert from "node:assert/strict";
import { testCaller, type TestDoor, type TestReply } from "@jst/testing";

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
