import { Directory, membersAt, tablesAt } from "@jst/directory";
import { AppError, notFound } from "@jst/errors";
import type { PageTeam } from "@jst/pages";
import { testPeer, type Asked, type TestPeer, type TestServices } from "@jst/testing";
import { randomUUID } from "node:crypto";
import { after } from "node:test";
import { internal, peers, type ContactAddress, type Peers } from "../../gen/internal.ts";
import type { Deps } from "../deps.ts";
import type { MintedLink } from "../member-mail/mail-texts.ts";

/** A file of every team. */
export interface TestFile {
  name: string;
  mime_type: string;
  bytes: Buffer;
}

/** Member of a team, as auth answers one. */
export interface TestMember {
  id: string;
  role: string;
  suspended: boolean;
}

/** Facts of the other services, as a test sets them. */
interface Known {
  /** Contacts of every team by their ids, and those who wrote by team and address. */
  people: Map<string, ContactAddress>;
  senders: Map<string, string>;
  files: Map<string, TestFile>;
  /** Members, contacts and tables that nobody has; every other id is of every team. */
  absent: Set<string>;
  suspended: Set<string>;
  /** Tables that cannot be written to now. */
  busy: Set<string>;
  /** Teams that auth knows, by their ids. */
  teams: Map<string, PageTeam>;
  /** Members of teams by the ids of the teams, for questions about roles. */
  members: Map<string, TestMember[]>;
  /** Mints the link of a mail, by the reference of the mail. */
  links: Map<string, () => MintedLink>;
}

/** How the service reaches them. */
type Reached = Pick<Deps, "crm" | "data" | "directory" | "auth"> & Pick<Peers, "account">;

/** The other services as comms sees them. */
export interface TestOthers extends Known {
  crm: TestPeer;
  auth: TestPeer;
  account: TestPeer;
  data: TestPeer;
  reached: Reached;
}

/** Starts them, and what the service reaches them by. */
export async function testOthers(services: TestServices): Promise<TestOthers> {
  const known: Known = {
    people: new Map(),
    senders: new Map(),
    files: new Map(),
    absent: new Set(),
    suspended: new Set(),
    busy: new Set(),
    teams: new Map(),
    members: new Map(),
    links: new Map(),
  };
  const peer = (name: string, answer: (asked: Asked) => object) =>
    testPeer({ name, descriptor: internal.descriptor, services, answer });
  const crm = await peer("crm", (asked) => crmAnswer(known, asked));
  const auth = await peer("auth", (asked) => authAnswer(known, asked));
  const account = await peer("account", ({ body }) => accountAnswer(known, body as { reference: string }));
  const data = await peer("data", (asked) => dataAnswer(known, asked));
  const domain = { crmGrpc: crm.address, dataGrpc: data.address };
  const addresses = { authGrpc: auth.address, accountGrpc: account.address, ...domain };
  const opened = peers(addresses, services.signer("comms"));
  after(() => opened.close());
  const directory = new Directory({ member: membersAt(opened.auth), table: tablesAt(opened.data) });
  const { auth: toAuth, account: toAccount, crm: toCrm, data: toData } = opened;
  const reached = { auth: toAuth, account: toAccount, crm: toCrm, data: toData, directory };
  return { ...known, crm, auth, account, data, reached };
}

/** Members of any of the questions. */
interface Question {
  team_id: string;
  ids: string[];
  roles: string[];
  id: string;
  address: string;
  make: boolean;
  contact_id: string;
  table_id: string;
  row_id: string;
  tag: string;
  start: number;
  length: number;
}

function crmAnswer({ people, senders, absent }: Known, { rpc, body }: Asked): object {
  const { team_id, ids, address, make, contact_id, tag } = body as Question;
  if (rpc.endsWith("/TagContact")) return absent.has(contact_id) ? gone() : { tags: [tag] };
  if (!rpc.endsWith("/InboundContact")) return { contacts: ids.flatMap((id) => people.get(id) ?? []) };
  const key = `${team_id} ${address}`;
  if (make && !senders.has(key)) senders.set(key, randomUUID());
  return { id: senders.get(key) ?? null };
}

function authAnswer({ teams, absent, suspended, members }: Known, { rpc, body }: Asked): object {
  const { team_id, ids, roles } = body as Question;
  if (rpc.endsWith("/FindTeam")) return teams.get(team_id) ?? gone();
  if (rpc.endsWith("/FindMembersByRole"))
    return { members: (members.get(team_id) ?? []).filter(({ role }) => roles.includes(role)) };
  const found = ids.filter((id) => !absent.has(id));
  if (rpc.endsWith("/FindHosts"))
    return { hosts: found.map((id) => ({ id, email: `${id}@example.com`, name: id })) };
  return { members: found.map((id) => ({ id, role: "member", suspended: suspended.has(id) })) };
}

function accountAnswer({ links }: Known, { reference }: { reference: string }): object {
  return links.get(reference)?.() ?? gone();
}

function dataAnswer({ files, absent, busy }: Known, { rpc, body }: Asked): object {
  const { ids, id, table_id, row_id, start, length } = body as Question;
  if (busy.has(table_id)) throw new AppError("unavailable", "Later.");
  if (rpc.endsWith("/MakeRow")) return absent.has(table_id) ? gone() : { id: row_id };
  if (rpc.endsWith("/FindTables")) return { ids: ids.filter((one) => !absent.has(one)) };
  if (rpc.endsWith("/ReadFile"))
    return { content: (files.get(id) ?? gone()).bytes.toString("base64", start, start + length) };
  const described = ids.flatMap((one) => {
    const file = files.get(one);
    if (file === undefined) return [];
    return [{ id: one, name: file.name, mime_type: file.mime_type, size_bytes: file.bytes.length }];
  });
  return { files: described };
}

function gone(): never {
  throw notFound();
}
