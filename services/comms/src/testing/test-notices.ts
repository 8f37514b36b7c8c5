import type { Caller } from "@jst/caller";
import { Database } from "@jst/db";
import type { NoticeOver, NoticeWanted, ReceivedFact } from "@jst/events";
import { testCaller, testFact } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after } from "node:test";
import type { Notice } from "../../gen/rpc.ts";
import { takeNotices, type NoticeFactType } from "../notifications/take-notices.ts";
import type { TestComms } from "./test-comms.ts";

/** Page of a list, as the API answers it. */
export interface NoticePage {
  notifications: Notice[];
  next_cursor: string | null;
  has_more: boolean;
  unread_count: number;
}

/** Team with two owners, an admin and a member, all signed in. */
export function testPeople({ members }: TestComms) {
  const teamId = randomUUID();
  const signedIn = (role: NonNullable<Caller["role"]>): Caller =>
    testCaller({ team_id: teamId, token_type: "member", door: "console", member_id: randomUUID(), role });
  const people = {
    owner: signedIn("owner"),
    second: signedIn("owner"),
    admin: signedIn("admin"),
    member: signedIn("member"),
  };
  const known = Object.values(people).map(({ member_id: id = "", role = "" }) => ({
    id,
    role,
    suspended: false,
  }));
  members.set(teamId, known);
  return { teamId, ...people, known };
}

/** Makes facts and has them taken, as the consumer does. */
export function testNotices(comms: TestComms) {
  const database = new Database({
    connectionString: comms.database.urlOf("comms"),
    poolSize: 4,
    applicationName: "test",
    changesetPrefix: "comms",
  });
  after(() => database.close());
  const parts = { database, auth: comms.reached.auth };
  const take = (teamId: string, ...facts: ReceivedFact<NoticeFactType>[]) =>
    takeNotices(parts, teamId, facts);
  const list = async (caller: Caller, query = ""): Promise<NoticePage> => {
    const reply = await comms.door.call("ListNotifications", { caller, query });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return reply.body as NoticePage;
  };
  const titles = async (caller: Caller, query = "") =>
    (await list(caller, query)).notifications.map(({ title }) => title);
  return { take, list, titles };
}

/** A fact that asks for a notice. */
export function wanted(teamId: string, notice: Partial<NoticeWanted> = {}): ReceivedFact<"notice.wanted"> {
  const id = randomUUID();
  const data: NoticeWanted = {
    kind: "proposal_waits",
    to: { roles: ["owner", "admin"] },
    title: "Create contact, by an API token over MCP",
    path: `/console/approvals/crm_${id}`,
    subject: { type: "changeset", id: `crm_${id}` },
    actor: { type: "human", id: randomUUID() },
    ...notice,
  };
  return testFact(teamId, "notice.wanted", data.subject.id, data);
}

/** A fact that ends what notices ask for. */
export function over(teamId: string, end: NoticeOver): ReceivedFact<"notice.over"> {
  return testFact(teamId, "notice.over", end.subject.id, end);
}
