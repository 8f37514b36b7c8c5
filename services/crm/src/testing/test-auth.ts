import { Directory, filesAt, membersAt } from "@jst/directory";
import { notFound } from "@jst/errors";
import type { PageTeam } from "@jst/pages";
import { testPeer, type TestPeer, type TestServices } from "@jst/testing";
import { randomUUID } from "node:crypto";
import { after } from "node:test";
import { internal, peers } from "../../gen/internal.ts";
import type { Deps } from "../deps.ts";

/** auth and data as crm sees them, and the ways in which crm asks them. */
export interface TestAuth extends Pick<Deps, "directory" | "auth"> {
  peer: TestPeer;
  /** Unknown ids; every other id is a member of every team, and a file. */
  strangers: Set<string>;
  /** Teams that have pages, by their slugs. */
  teams: Map<string, PageTeam>;
}

/** Starts it. Everybody at members.test is a member of every team, under one id. */
export async function testAuth(services: TestServices): Promise<TestAuth> {
  const strangers = new Set<string>();
  const teams = new Map<string, PageTeam>();
  const byEmail = new Map<string, string>();
  const named = (email: string) => {
    const id = byEmail.get(email) ?? randomUUID();
    byEmail.set(email, id);
    return { id, email };
  };
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
        return { caller_token: "of the test", expires_at: "2126-01-01T00:00:00.000Z" };
      const { ids, emails = [] } = body as { ids?: string[]; emails?: string[] };
      const asked = new Set(emails.map((email) => email.trim().toLowerCase()));
      if (ids === undefined)
        return { members: [...asked].filter((email) => email.endsWith("@members.test")).map(named) };
      const known = ids.filter((id) => !strangers.has(id));
      return { members: known.map((id) => ({ id, role: "member", suspended: false })) };
    },
  });
  const data = await testPeer({
    name: "data",
    descriptor: internal.descriptor,
    services,
    answer: ({ body }) => ({ ids: (body as { ids: string[] }).ids.filter((id) => !strangers.has(id)) }),
  });
  const addresses = { authGrpc: peer.address, accountGrpc: "127.0.0.1:9", dataGrpc: data.address };
  const reached = peers(addresses, services.signer("crm"));
  after(() => reached.close());
  const directory = new Directory({ member: membersAt(reached.auth), file: filesAt(reached.data) });
  return { peer, strangers, teams, directory, auth: reached.auth };
}
