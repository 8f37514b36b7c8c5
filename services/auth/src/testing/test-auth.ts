import { CallerSigner, CallerVerifier, type Caller, type Role } from "@jst/caller";
import { SecretBox } from "@jst/config";
import { SystemDatabase } from "@jst/db";
import { CursorCodec } from "@jst/query";
import { createLogger } from "@jst/telemetry";
import {
  TEST_AUDIENCE,
  TEST_BASE_URL,
  TestServices,
  testCaller,
  testDatabase,
  testDoor,
  testKeyPair,
  withClient,
  type TestDatabase,
  type TestDoor,
} from "@jst/testing";
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { rpcs as accountRpcs } from "../../gen/account-registry.ts";
import { descriptor, rpcs } from "../../gen/registry.ts";
import type { InternalRpcs, MintedToken } from "../../gen/rpc.ts";
import { SignedHeads } from "../audit/signed-heads.ts";
import type { AccountDeps, Deps } from "../deps.ts";
import { findFaults } from "../faults/find-faults.ts";
import { authPages } from "../pages.ts";
import { Counts } from "../counts/counts.ts";
import { outwardOf } from "../outward.ts";
import { Limiter } from "../check/limiter.ts";
import { startCheck, type RunningCheck } from "../check/start-check.ts";
import { testRedisUrl } from "./config.ts";
import { commsPeer, newMailing, workOffMails, type Mailing } from "./comms-peer.ts";
import { emrPeer, type Looks } from "./emr-peer.ts";
import { checkAnswer, checkRequest, type CheckAnswer, type SentRequest } from "./envoy-messages.ts";

/** Public URL that every test's denials name. */
export const BASE_URL = "https://jst.test";

/** Milliseconds for which answers are remembered in tests: only the announcement of a change ends one sooner. */
const MEMORY_MS = 600_000;

/** Milliseconds for which a test waits for an announced change, however busy the machine. */
export const PUSH_MS = 20_000;

/** Milliseconds for which limiters wait: a request that a busy machine lets pass uncounted would fail a test. */
export const PATIENCE_MS = 10_000;

/** A private Ed25519 JWK and the JWKS of its public part, as the files of a deployment hold them. */
export interface TestKey {
  privateJwk: string;
  jwks: string;
}

export function testKey(): TestKey {
  const { privateJwk, publicJwk } = testKeyPair("k1");
  return { privateJwk: JSON.stringify(privateJwk), jwks: JSON.stringify({ keys: [publicJwk] }) };
}

/** The service under test: its rpcs behind their door, and Check on real components. */
export interface TestAuth {
  database: TestDatabase;
  door: TestDoor;
  check: RunningCheck;
  verifier: CallerVerifier;
  /** Heads of the audit chains, signed into a file of the test. */
  signedHeads: SignedHeads;
  headsFile: string;
  looks: Looks;
  counts: Counts;
  mailing: Mailing;
  /** From now on the fleet has this provider. */
  setFleetProvider: (provider: AccountDeps["fleetProvider"]) => void;
  setMailOn: (isMailOn: boolean) => void;
  /** Has what was asked for mailed: all of it that waits. */
  workOffMails: () => Promise<void>;
  /** Asks as the gateway does. */
  ask: (request: SentRequest) => Promise<CheckAnswer>;
  askWith: (token: string, request?: SentRequest) => Promise<CheckAnswer>;
  /** Returns the caller that Check signs for the token. */
  callerOf: (token: string) => Promise<Caller>;
  /** Creates a team and answers its slug. */
  newTeam: (team?: Partial<InternalRpcs["CreateTeam"]>) => Promise<string>;
  mint: (token: InternalRpcs["MintToken"]) => Promise<MintedToken>;
  /** Mints a human token for a new member of the team. */
  mintFor: (team: string, role: Role) => Promise<MintedToken>;
  /** Mints a service token of the operator and answers its caller. */
  serviceOf: (team: string, scopes?: NonNullable<InternalRpcs["MintToken"]["scopes"]>) => Promise<Caller>;
  teamIdOf: (team: string) => Promise<string>;
  /** Adds a member and answers its id. */
  memberOf: (team: string, role?: Role) => Promise<string>;
  /** Looks, or reaches, past the service into its tables. */
  sql: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
}

/** Box that seals the secrets of teams in tests. */
export const TEST_SECRETS = new SecretBox({ current: "k1", keys: new Map([["k1", Buffer.alloc(32, 9)]]) });

export interface TestAuthOptions {
  secrets?: SecretBox;
  redisUrl?: string;
  /** Its pages are opened: they know themselves by the origin that they are opened at. */
  hasPages?: boolean;
  /** Answers are believed as long as in a deployment: for tests of just that. */
  forgetsInSeconds?: boolean;
  /** Address of the database as Check sees it. */
  lookupUrl?: (database: TestDatabase) => Promise<string>;
}

/** auth on a database of its own. Call it at the top of a test file. */
export async function testAuth(options: TestAuthOptions = {}): Promise<TestAuth> {
  const database = await testDatabase("auth");
  const key = testKey();
  const signer = new CallerSigner({ privateJwk: key.privateJwk, audience: "test" });
  const verifier = new CallerVerifier({ jwks: key.jwks, audience: "test" });
  const heads = headsOf();
  const { secrets = TEST_SECRETS } = options;
  const looks: Looks = { entries: [], isAway: false, chain: 0, broken: null };
  const mailing = newMailing();
  const deps: Deps & AccountDeps = {
    ...depsOf(database, signer),
    secrets,
    signedHeads: heads.signedHeads,
    ...(await othersOf(looks, mailing)),
  };
  const door = await testDoor({
    name: "auth",
    database,
    rpcs: [...rpcs, ...accountRpcs],
    descriptor,
    findFaults,
    deps: (): Deps & AccountDeps => deps,
    http: authPages,
  });
  if (options.hasPages === true) deps.baseUrl = door.httpUrl;
  const check = await runningCheck(database, options, deps);
  const ask = async (request: SentRequest) => checkAnswer(await check.answer(checkRequest(request)));
  const sql: TestAuth["sql"] = (text, values = []) =>
    withClient(database.superuserUrl, async (client) => {
      const { rows } = await client.query<Record<string, unknown>>(text, values);
      return rows;
    });
  const askWith: TestAuth["askWith"] = (token, request = {}) =>
    ask({ ...request, headers: [["authorization", `Bearer ${token}`], ...(request.headers ?? [])] });
  return {
    database,
    door,
    check,
    verifier,
    ...heads,
    ...{ looks, mailing },
    ...changes(deps, sql),
    ask,
    askWith,
    callerOf: async (token) => verifier.verify((await askWith(token)).upstream["x-internal-token"] ?? ""),
    sql,
    ...residents(door, sql),
  };
}

async function othersOf(
  looks: Looks,
  mailing: Mailing,
): Promise<Pick<AccountDeps, "emr" | "comms" | "isMailOn">> {
  return { emr: await emrPeer(looks), comms: await commsPeer(mailing), isMailOn: true };
}

function changes(
  deps: Deps & AccountDeps,
  sql: TestAuth["sql"],
): Pick<TestAuth, "counts" | "setFleetProvider" | "setMailOn" | "workOffMails"> {
  return {
    counts: deps.counts,
    workOffMails: () => workOffMails(deps, sql),
    setFleetProvider: (provider) => void (deps.fleetProvider = provider),
    setMailOn: (isMailOn) => void (deps.isMailOn = isMailOn),
  };
}

/** Makes teams and who belongs to them. */
function residents(
  door: TestDoor,
  sql: TestAuth["sql"],
): Pick<TestAuth, "newTeam" | "mint" | "mintFor" | "serviceOf" | "teamIdOf" | "memberOf"> {
  const operate = async <T>(method: string, body: unknown): Promise<T> => {
    const reply = await door.operate(method, body);
    assert.ok(reply.status < 300, JSON.stringify(reply.body));
    return reply.body as T;
  };
  const addMember = (team: string, role: Role) => {
    const email = `${role}-${randomBytes(6).toString("hex")}@example.org`;
    return operate<{ id: string; email: string }>("AddMember", { team, email, role });
  };
  const mint: TestAuth["mint"] = (token) => operate<MintedToken>("MintToken", token);
  const teamIdOf = async (team: string): Promise<string> => {
    const [row] = await sql("select team_id from auth.teams where slug = $1", [team]);
    return String(row?.["team_id"]);
  };
  return {
    newTeam: async (team = {}) => {
      const slug = `t-${randomBytes(6).toString("hex")}`;
      return (await operate<{ slug: string }>("CreateTeam", { slug, ...team })).slug;
    },
    mint,
    mintFor: async (team, role) => {
      const { email: member } = await addMember(team, role);
      return mint({ team, type: "human", member });
    },
    serviceOf: async (team, scopes = []) => {
      const { id: token_id } = await mint({ team, type: "service", scopes });
      return testCaller({ team_id: await teamIdOf(team), token_id, scopes });
    },
    memberOf: async (team, role = "admin") => (await addMember(team, role)).id,
    teamIdOf,
  };
}

function headsOf(): Pick<TestAuth, "signedHeads" | "headsFile"> {
  const folder = mkdtempSync(path.join(tmpdir(), "auth-heads-"));
  after(() => rmSync(folder, { recursive: true }));
  const headsFile = path.join(folder, "heads.jsonl");
  const services = new TestServices(TEST_AUDIENCE);
  const keys = { privateJwk: services.privateJwk("auth"), jwks: services.jwks };
  return { headsFile, signedHeads: new SignedHeads({ file: headsFile, ...keys }) };
}

type OwnDeps = Omit<Deps & AccountDeps, "secrets" | "emr" | "comms" | "isMailOn">;

function depsOf(database: TestDatabase, signer: CallerSigner): OwnDeps {
  const redisUrl = testRedisUrl();
  const counting = { redisUrl, patienceMs: PATIENCE_MS, onOpen: () => undefined };
  const refreshLimiter = new Limiter({ ...counting, keyPrefix: "refresh:" });
  const limiter = new Limiter(counting);
  const operator = poolOf(database.urlOf("auth_lookup"));
  // At the end of a file its database is gone first, and what was noted last is not written.
  const counts = new Counts(operator, () => undefined);
  // Only here do documents of apps and providers come from the machine itself.
  const settings = {
    baseUrl: "http://127.0.0.1",
    loopbackTargets: "allow",
    fleetPorts: "",
    refusedRanges: "",
    refusedHosts: "",
  } as const;
  const outward = outwardOf(settings, createLogger("auth", "error"));
  after(async () => {
    refreshLimiter.close();
    limiter.close();
    outward.documents.close();
    outward.providers.close();
    outward.embeddings.close();
    await counts.close();
  });
  const cursors = new CursorCodec({ current: "k1", keys: new Map([["k1", Buffer.alloc(32, 7)]]) });
  return {
    operator,
    counts,
    ...outward,
    audit: poolOf(database.urlOf("auth_audit")),
    signer,
    cursors,
    refreshLimiter,
    limiter,
    baseUrl: TEST_BASE_URL,
  };
}

function poolOf(connectionString: string): SystemDatabase {
  const pool = new SystemDatabase({ connectionString, poolSize: 4, applicationName: "auth_test" });
  after(() => pool.close());
  return pool;
}

async function runningCheck(
  database: TestDatabase,
  options: TestAuthOptions,
  { signer, counts }: Pick<Deps, "signer" | "counts">,
) {
  const lookupUrl = (await options.lookupUrl?.(database)) ?? database.urlOf("auth_lookup");
  const check = startCheck({
    baseUrl: BASE_URL,
    lookup: poolOf(lookupUrl),
    listenUrl: lookupUrl,
    redisUrl: options.redisUrl ?? testRedisUrl(),
    patienceMs: PATIENCE_MS,
    memoryMs: options.forgetsInSeconds === true ? undefined : MEMORY_MS,
    counts,
    signer,
    logger: createLogger("auth", "error"),
  });
  after(() => check.close());
  return check;
}
