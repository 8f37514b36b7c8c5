import { SecretBox } from "@jst/config";
import { plannedOnce, SystemDatabase } from "@jst/db";
import { Directory, membersAt } from "@jst/directory";
import { notFound } from "@jst/errors";
import type { PageTeam } from "@jst/pages";
import { CursorCodec } from "@jst/query";
import {
  TEST_AUDIENCE,
  TEST_BASE_URL,
  testDatabase,
  testDoor,
  testPeer,
  TestServices,
  withClient,
  type Asked,
  type TestDatabase,
  type TestDoor,
  type TestPeer,
} from "@jst/testing";
import { after } from "node:test";
import { internal, peers, type Peers } from "../../gen/internal.ts";
import { descriptor, rpcs } from "../../gen/registry.ts";
import { bookingPages } from "../booking-pages/booking-pages.ts";
import { ManagePages } from "../bookings/manage-pages.ts";
import type { Notifier } from "../bookings/notify.ts";
import { Contacts, NewContacts } from "../bookings/contacts.ts";
import { Hosts } from "../calendar/hosts.ts";
import { Senders } from "../calendar/senders.ts";
import { resourcesWith } from "../resources.ts";

/** The service under test. */
export interface TestScheduling {
  database: TestDatabase;
  door: TestDoor;
  /** Unknown ids; every other id is a member of every team. */
  strangers: Set<string>;
  /** Teams that have pages, by their slugs. */
  teams: Map<string, PageTeam>;
  notifier: Notifier;
  contacts: Contacts;
  hosts: Hosts;
  /** Lets so much time pass for what is remembered of hosts. */
  passTime: (ms: number) => void;
  auth: TestPeer;
  /** crm as scheduling sees it: an address is a contact from when one is to be made. */
  crm: TestPeer;
  /** comms, which knows senders. */
  comms: TestPeer;
  /** Senders of teams that have one, by their ids. */
  teamSenders: Map<string, string>;
  /** Requests to crm to create contacts of attendees. */
  made: () => Asked[];
  /** Looks past the service into its tables. */
  sql: <R extends object>(text: string, values?: unknown[]) => Promise<R[]>;
}

/** Longer than a busy machine takes for an answer. */
const ASK_MS = 60_000;
const KEYS = { current: "k1", keys: new Map([["k1", Buffer.alloc(32, 7)]]) };
/** Seals mails on their way to comms here. */
export const TEST_SECRETS = new SecretBox(KEYS);

/**
 * The service behind its real door, on a database of its own. Call it at the top of a test file; one whose peers are
 * silent says how long they are waited for.
 */
export async function testScheduling({ crmMs = ASK_MS, authMs = ASK_MS } = {}): Promise<TestScheduling> {
  const database = await testDatabase("scheduling");
  const services = new TestServices(TEST_AUDIENCE);
  const strangers = new Set<string>();
  const teams = new Map<string, PageTeam>();
  const auth = await authPeer(services, strangers, teams);
  const crm = await crmPeer(services);
  const teamSenders = new Map<string, string>();
  const comms = await commsPeer(services, teamSenders);
  const platform = { authGrpc: auth.address, accountGrpc: "127.0.0.1:9" };
  const addresses = { ...platform, commsGrpc: comms.address, crmGrpc: crm.address };
  const reached = peers(addresses, services.signer("scheduling"));
  after(() => reached.close());
  let nowMs = 0;
  const parts = partsOf(reached, { crmMs, authMs, now: () => nowMs });
  const lookup = testLookup(database);
  const cursors = new CursorCodec(KEYS);
  const door = await testDoor({
    name: "scheduling",
    database,
    rpcs,
    resources: resourcesWith(parts.notifier),
    descriptor,
    deps: (basis) => ({
      ...{ cursors, ...parts, lookup, auth: reached.auth },
      database: basis.database,
      newContacts: new NewContacts(parts.contacts, basis.database),
    }),
    http: bookingPages,
    databaseSettings: plannedOnce,
  });
  const sql = <R extends object>(text: string, values: unknown[] = []) =>
    withClient(database.superuserUrl, async (client) => {
      // Triggers record who writes, and nobody does.
      await client.query("set session_replication_role = replica");
      return (await client.query<R>(text, values)).rows;
    });
  const passTime = (ms: number) => (nowMs += ms);
  const made = () => crm.asked.filter(({ rpc }) => rpc.endsWith("/BookedContact"));
  return { database, door, strangers, teams, teamSenders, ...parts, passTime, auth, crm, comms, made, sql };
}

/** auth, to which every id but those of strangers is a member of every team. */
function authPeer(
  services: TestServices,
  strangers: ReadonlySet<string>,
  teams: ReadonlyMap<string, PageTeam>,
): Promise<TestPeer> {
  return testPeer({
    name: "auth",
    descriptor: internal.descriptor,
    services,
    answer: ({ body, rpc }) => {
      if (rpc.endsWith("/FindTeam")) return teamAmong(teams, body as { slug?: string; team_id?: string });
      const known = (body as { ids: string[] }).ids.filter((id) => !strangers.has(id));
      if (rpc.endsWith("/FindHosts"))
        return { hosts: known.map((id) => ({ id, email: `${id}@example.com`, name: "Grace Hopper" })) };
      return { members: known.map((id) => ({ id, role: "member", suspended: false })) };
    },
  });
}

/** Parts of the service that ask its peers. */
function partsOf(
  { auth, comms, crm }: Peers,
  { crmMs, authMs, now }: { crmMs: number; authMs: number; now: () => number },
) {
  const hosts = new Hosts(auth, { askMs: authMs, now });
  return {
    directory: new Directory({ member: membersAt(auth) }),
    contacts: new Contacts(crm, crmMs),
    hosts,
    senders: new Senders(comms),
    notifier: { hosts, managePages: new ManagePages(KEYS, TEST_BASE_URL), secrets: TEST_SECRETS },
  };
}

/** The connection that finds whose booking an address is of. */
function testLookup(database: TestDatabase): SystemDatabase {
  const lookup = new SystemDatabase({
    connectionString: database.urlOf("scheduling_lookup"),
    poolSize: 1,
    applicationName: "scheduling_lookup",
  });
  after(() => lookup.close());
  return lookup;
}

function teamAmong(
  teams: ReadonlyMap<string, PageTeam>,
  { slug, team_id: id }: { slug?: string; team_id?: string },
): PageTeam {
  const team = slug === undefined ? [...teams.values()].find((one) => one.team_id === id) : teams.get(slug);
  if (team === undefined) throw notFound();
  return team;
}

/** comms, which knows the senders of the teams that have one. */
function commsPeer(services: TestServices, senders: ReadonlyMap<string, string>): Promise<TestPeer> {
  return testPeer({
    name: "comms",
    descriptor: internal.descriptor,
    services,
    answer: ({ body }) => ({ sender: senders.get((body as { team_id: string }).team_id) ?? null }),
  });
}

/** crm, to which an address is a contact once one was to be made. */
function crmPeer(services: TestServices): Promise<TestPeer> {
  const people = new Map<string, string>();
  return testPeer({
    name: "crm",
    descriptor: internal.descriptor,
    services,
    answer: ({ body, rpc }) => {
      const { team_id, email, id: fresh } = body as { team_id: string; email: string; id?: string };
      const key = `${team_id} ${email.toLowerCase()}`;
      const id = people.get(key) ?? fresh ?? null;
      if (rpc.endsWith("/BookedContact") && id !== null) people.set(key, id);
      return { id };
    },
  });
}
