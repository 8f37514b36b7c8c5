import { Directory, filesAt, membersAt } from "@jst/directory";
import { notFound } from "@jst/errors";
import type { PageTeam } from "@jst/pages";
import { testPeer, type TestPeer, type TestServices } from "@jst/testing";
import { createHash, randomUUID } from "node:crypto";
import { after } from "node:test";
import { internal, peers, type Peers } from "../../gen/internal.ts";
import type { Deps } from "../deps.ts";

/** A file of data, and those that hold its bytes after it was deleted. */
export interface TestFile {
  id: string;
  name: string;
  bytes: Buffer;
  isDeleted: boolean;
  holders: Set<string>;
  /** Caller that made it, of an upload of an import. */
  uploader?: string | undefined;
  /** Whether its bytes were deleted since it was found. */
  isGone?: boolean;
}

/** auth and data as crm sees them, and the ways in which crm asks them. */
export interface TestAuth extends Pick<Deps, "directory" | "auth"> {
  data: Peers["data"];
  /** Files of every team, by their ids. */
  files: Map<string, TestFile>;
  peer: TestPeer;
  /** Unknown ids; every other id is a member of every team, and a file. */
  strangers: Set<string>;
  /** Signed callers by the ids of their tokens, as auth makes them for proposers. */
  tokens: Map<string, string>;
  /** Teams that have pages, by their slugs. */
  teams: Map<string, PageTeam>;
  /** The member of every team with this full name. */
  memberCalled: (name: string) => string;
}

/**
 * Starts it. Everybody at members.test is a member of every team, under one id. So is everybody with two names, except
 * Nobody; two members are called Twin.
 */
export async function testAuth(services: TestServices): Promise<TestAuth> {
  const strangers = new Set<string>();
  const teams = new Map<string, PageTeam>();
  const tokens = new Map<string, string>();
  const byEmail = new Map<string, string>();
  const named = (email: string) => {
    const id = byEmail.get(email) ?? randomUUID();
    byEmail.set(email, id);
    return { id, email };
  };
  const memberCalled = (name: string) => named(name.toLowerCase()).id;
  const peer = await testPeer({
    name: "auth",
    descriptor: internal.descriptor,
    services,
    answer: ({ rpc, body }) => {
      if (rpc.endsWith("/FindTeam")) {
        const team = teams.get((body as { slug: string }).slug);
        if (team === undefined) throw notFound();
        return team;
      }
      if (rpc.endsWith("/CallerFor"))
        return {
          caller_token: tokens.get((body as { token_id: string }).token_id) ?? "of the test",
          expires_at: "2126-01-01T00:00:00.000Z",
        };
      if (rpc.endsWith("/FindMembersByName"))
        return membersCalled((body as { names: string[] }).names, memberCalled);
      if (rpc.endsWith("/FindHosts")) return hostsOf(body as { ids: string[] });
      const { ids, emails = [] } = body as { ids?: string[]; emails?: string[] };
      const asked = new Set(emails.map((email) => email.trim().toLowerCase()));
      if (ids === undefined)
        return { members: [...asked].filter((email) => email.endsWith("@members.test")).map(named) };
      const known = ids.filter((id) => !strangers.has(id));
      return { members: known.map((id) => ({ id, role: "member", suspended: false })) };
    },
  });
  const { data, files } = await testData(services, strangers);
  const addresses = { authGrpc: peer.address, accountGrpc: "127.0.0.1:9", dataGrpc: data.address };
  const reached = peers(addresses, services.signer("crm"));
  after(() => reached.close());
  const directory = new Directory({ member: membersAt(reached.auth), file: filesAt(reached.data) });
  const { auth, data: reachedData } = reached;
  return { peer, strangers, tokens, teams, memberCalled, directory, auth, data: reachedData, files };
}

/** Members with these full names, as auth answers them. */
function membersCalled(names: readonly string[], idOf: (name: string) => string) {
  const known = names.filter((name) => /^(?!Nobody)\S+ \S+$/.test(name));
  return {
    members: known.map((name) => ({ name, id: idOf(name), count: name.startsWith("Twin") ? 2 : 1 })),
  };
}

/** Starts data as crm sees it: every id is a file of every team, but for strangers. */
async function testData(services: TestServices, strangers: ReadonlySet<string>) {
  const files = new Map<string, TestFile>();
  const findFiles = (body: unknown) => ({
    ids: (body as { ids: string[] }).ids.filter((id) => !strangers.has(id)),
  });
  const data = await testPeer({
    name: "data",
    descriptor: internal.descriptor,
    services,
    answer: ({ rpc, body }) => answerOfData(files, rpc, body as FileQuestion) ?? findFiles(body),
  });
  return { data, files };
}

const hostsOf = ({ ids }: { ids: string[] }) => ({
  hosts: ids.map((id) => ({ id, email: "", name: `Name ${id.slice(-4)}` })),
});

interface FileQuestion {
  id: string;
  ids: string[];
  holder_id: string;
  created_by_id: string;
  start: number;
  length: number;
}

/** Answers of data about files; undefined for another question. */
function answerOfData(
  files: Map<string, TestFile>,
  rpc: string,
  { id, ids, holder_id: holder, created_by_id: uploader, start, length }: FileQuestion,
): object | undefined {
  const file = files.get(id);
  if (rpc.endsWith("/DescribeFiles")) {
    const live = ids.flatMap((one) => files.get(one) ?? []).filter(({ isDeleted }) => !isDeleted);
    return { files: live.map(described) };
  }
  if (rpc.endsWith("/FindImportUpload")) {
    const isFree = file !== undefined && file.uploader === uploader && file.holders.size === 0;
    return { uploads: isFree ? [factsOf(file)] : [] };
  }
  if (rpc.endsWith("/ReleaseFiles")) {
    for (const one of files.values()) one.holders.delete(holder);
    return { team_id: randomUUID(), holder_id: holder };
  }
  if (!rpc.endsWith("/PinFile") && !rpc.endsWith("/ReadFile")) return undefined;
  if (file === undefined || file.isGone === true) throw notFound();
  if (rpc.endsWith("/PinFile")) {
    file.holders.add(holder);
    return { team_id: randomUUID(), id, holder_id: holder };
  }
  if (file.isDeleted && !file.holders.has(holder)) throw notFound();
  return { content: file.bytes.subarray(start, start + length).toString("base64") };
}

const described = (file: TestFile) => ({ ...factsOf(file), mime_type: "text/csv" });

const factsOf = ({ id, name, bytes }: TestFile) => ({
  ...{ id, name, size_bytes: bytes.length },
  checksum_sha256: createHash("sha256").update(bytes).digest("hex"),
});
