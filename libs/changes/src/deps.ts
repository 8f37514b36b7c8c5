import type { NoticePublisher } from "@jst/events";
import type { Caller, Door, Role } from "@jst/caller";
import type { Database } from "@jst/db";
import type { CursorCodec } from "@jst/query";
import type { AnyInput, CallFacts, Hop, InnerCall, Reply, WireReply, Writer } from "@jst/rpc";
import type { Resources } from "./resource.ts";
import type { RuleApprovers, TeamRules } from "./rules/rule.ts";

/** Proposer of the approved changeset. */
export interface Proposer {
  teamId: string;
  tokenId: string;
  door: Door;
}

/**
 * The caller that auth would sign for the token now, expired or not. Throws 403 when the token was revoked, or its
 * member demoted or suspended.
 */
export type CallerOf = (proposer: Proposer, hop: Hop) => Promise<Caller>;

/** Facts of the token or session that decides, as auth's database has them at this moment (trust.decide). */
export interface DeciderFacts {
  role: Role | null;
  /** True for a token by which its member acts in person. */
  provesMember: boolean;
  /** It is a session whose sign-in is fresh (sessions.fresh). */
  isFresh: boolean;
  /** No other active member of the team is an owner or an admin. */
  isAlone: boolean;
  /** In the team, only a session that is stepped up approves (passkeys.trust). */
  needsStepUp: boolean;
  /** It is a session in which a passkey was used in the last ten minutes. */
  isSteppedUp: boolean;
  /** Its member has a passkey. */
  hasPasskey: boolean;
  /** Ids of the active members among the approvers that were asked about, never a viewer's. */
  activeApprovers?: readonly string[] | undefined;
  /** Enabled approval rules of the team; undefined without any. */
  rules?: TeamRules | undefined;
}

/** The token or session that decides, and the approvers whose activity is asked about. */
export interface AskedDecider extends Omit<Proposer, "door"> {
  approvers?: RuleApprovers;
}

/**
 * Reads the facts of who decides. Throws 401 when the token or session is over, and 503 while auth cannot say.
 */
export type DeciderFactsOf = (decider: AskedDecider, hop: Hop) => Promise<DeciderFacts>;

/** Answers which of the ids are active members of the team, in lower case; throws 503 while auth cannot say. */
export type ActiveMembersOf = (
  teamId: string,
  ids: readonly string[],
  hop: Hop,
) => Promise<ReadonlySet<string>>;

/** Roles of the active members of the team who have one of these, by id; undefined while auth cannot say. */
export type MembersOf = (
  teamId: string,
  roles: readonly Role[],
  hop: Hop,
) => Promise<ReadonlyMap<string, Role> | undefined>;

/**
 * Answers the approval rules of a team; undefined without any. `version` is that of the caller, undefined where the
 * team has none. Throws 503 while auth cannot say and they are not known (rules.known).
 */
export type RulesOf = (
  teamId: string,
  version: number | undefined,
  hop: Hop,
) => Promise<TeamRules | undefined>;

/** Answers the approval rules of a team as auth's database has them; throws 503 while auth cannot say. */
export type RulesNow = (teamId: string, hop: Hop) => Promise<TeamRules>;

/** A write of the service that can be run again from what a proposal stored. */
export interface StoredWrite {
  /** True where the write takes files. */
  isUpload: boolean;
  /** Name of the operation, as OpenAPI has it. */
  operation: string;
  resource: string;
  action: "read" | "write" | "delete" | "admin";
  module: string;
  /** Refuses a proposer who may no longer name what the input names (tokens.references). */
  requireReach: (proposer: Caller, input: AnyInput) => void;
  /** Refuses an input that the present schemas do not allow. */
  recheck: (input: AnyInput) => void;
  /**
   * Reads another body for a stored input as one that came in, and refuses one that is not valid; absent where the
   * write takes no body, or files.
   */
  edited?: (input: AnyInput, body: unknown, country: string | undefined) => AnyInput;
  /** True if this write of the caller's own would run at once at the door that was come in by. */
  runsAtOnce: (caller: Caller, body: unknown) => boolean;
  run: (input: AnyInput, facts: CallFacts, writer: Writer) => Promise<Reply>;
}

/** Form in which requests of proposals are stored, where they may have secrets that no table has (pages.secrets). */
export interface StoredRequests {
  stored: (request: AnyInput, teamId: string) => object;
  /** Reads what `stored` made, and a request that was stored as it came. */
  opened: (stored: object, teamId: string) => AnyInput;
  /** True where the stored form does not show the whole request. */
  hasSecrets: (stored: object) => boolean;
}

/** Dependencies of the handlers of changesets, as call.deps. */
export interface Deps {
  /** Name of the service, with which its changeset ids start. */
  service: NoticePublisher;
  resources: Resources;
  requests?: StoredRequests | undefined;
  /** By "crm.v1.Contacts/CreateContact". */
  writes: ReadonlyMap<string, StoredWrite>;
  /** Calls of the decisions within another call, by method. */
  decisions: ReadonlyMap<string, (call: InnerCall) => Promise<WireReply>>;
  callerOf: CallerOf;
  deciderFacts: DeciderFactsOf;
  activeMembers: ActiveMembersOf;
  cursors: CursorCodec;
  membersOf: MembersOf;
  rulesOf: RulesOf;
  /** Public base URL without a trailing slash. */
  baseUrl: string;
  /** Reads the signed caller for whom another service asks. */
  verifyCaller: (token: string) => Caller | Promise<Caller>;
  /** For what is stored although the call is refused. */
  database: Database;
}
