import type { Caller, ScopeAction } from "@jst/caller";
import type { ErrorCode, FieldError } from "@jst/errors";
import type { PlanMode, ReadLimits, ReadMany, Row, Statement, TeamContext, TeamTx } from "@jst/db";
import type { ListWalk } from "@jst/query";
import type { HeaderStyle } from "@jst/tabular";
import type { Trust } from "./decide.ts";
import type { FileShape, ListFacts } from "./files/facts.ts";
import type { Readable } from "node:stream";
import type { Hop } from "./hop.ts";
import type { BodyReference } from "./references.ts";
import type { JsonSchema } from "./validator.ts";

/** Bytes that stand in a reply where others have their JSON: sent over plain HTTP, whole or in part. */
export interface SentBytes {
  /** In its quotes; the same for the same bytes. */
  etag: string;
  size: number;
  contentType: string;
  /** Opens the bytes from `start` up to and including `end`. */
  open: (start: number, end: number) => Promise<Readable>;
}

/** Proposal that a handler describes itself. */
export interface OwnProposal {
  summary: string;
  /** Changeset that it would take back. */
  undoOf?: string;
  /** Work in pages that an approval begins; the changes of the reply are the first ones of it. */
  set?: ProposedSet;
}

/** Work in pages that waits for an approval, and is a set from then on (trust.sets). */
export interface ProposedSet {
  /** Number of its operations, and its size in the unit of its progress. */
  operations: number;
  total: number;
  /** Id of the rule that makes it wait, where rules can see no more than its first changes. */
  ruleId?: string;
  /** Members of the answer beside the preview. */
  shown: Record<string, unknown>;
  /** Runs in the transaction that stores the proposal, with the id of its changeset. */
  stored: (tx: TeamTx, changesetId: string) => Promise<void>;
}

/** Reply of a handler. A text or pieces of bytes are finished and pass through; an object is serialized once. */
export interface Reply {
  body: string | readonly Buffer[] | Record<string, unknown>;
  /** Only when it differs from the rpc's declared success status. */
  status?: number;
  /** True when nothing was written after all: there is no changeset to name. */
  isUnchanged?: boolean;
  /** Faults of what the write leaves out, which the body shows where it executes; a proposal shows these. */
  leftOut?: readonly FieldError[];
  /** Parts of a proposal that do not follow from its changes. */
  proposal?: OwnProposal;
  /** Media type of the body; application/json if absent. */
  contentType?: string;
  /** Lower-case names: etag, location, cache-control. */
  headers?: Record<string, string>;
  /** In place of the body; of a streamed rpc alone. */
  bytes?: SentBytes;
  /**
   * Does outside of the transaction what the write has made necessary, once it is committed; never for a proposal.
   * Answers the body in place of the one above, or undefined. A failure leaves the answer as it was committed.
   */
  committed?: () => Promise<string | undefined>;
}

/** Validated input of one call. Path values are strings as sent; query and body have passed their schema. */
export interface Input<Path, Query, Body> {
  path: Path;
  query: Query;
  body: Body;
}

export interface Subject {
  contactId?: string;
  /** A verb, where the rpc has several. */
  action?: string;
}

/** Under whom, and as which changeset, a write runs when not as the call's own. */
export interface WriteAs {
  context: TeamContext;
  changesetUuid?: string;
}

/** Everything a handler may know of the call it serves, and its only way to the database. */
export interface Call<Deps> {
  readonly caller: Caller;
  /** The caller as the database sees it. */
  readonly context: TeamContext;
  readonly requestId: string;
  readonly traceId: string | undefined;
  /** Public base URL without a trailing slash. */
  readonly baseUrl: string;
  /** The version the caller wants to write upon (If-Match); undefined for any. Of a list it is one after the other. */
  readonly ifMatch: number | undefined;
  /** True when the caller has this version, or what this tag is of, already (If-None-Match): answer 304. */
  readonly isKnown: (tag: number | string) => boolean;
  /** Dependencies that the service provides to its handlers. */
  readonly deps: Deps;
  /** Goes with every call to another service. */
  readonly hop: Hop;
  /** The Accept header, for what is answered in more than one form. */
  readonly accept: string | undefined;
  /** Host that the client called, with its port; of a service that the gateway shows it to alone. */
  readonly host?: string | undefined;
  /** Uuid of the proposal that the call executes. */
  readonly approves?: string | undefined;
  /** True for a call that shows the effect of a write: nothing may be written elsewhere either. */
  readonly isPreview?: boolean | undefined;
  /** Idempotency key of the write, for the service that makes it. */
  readonly idempotencyKey?: string | undefined;
  /** Size of the pages of a file, which the call is one of. */
  readonly walk?: ListWalk;
  /** Says what the call turns out to be about, for its record, where the service keeps one. */
  concerns(subject: Subject): void;
  /** Reads in one round trip, under the caller's team; throws AppError timeout beyond its time limit. */
  read<R extends Row = Row>(statement: Statement, plan?: PlanMode, limits?: ReadLimits): Promise<R[]>;
  /** Several reads of one state of the data; the work holds a connection until it ends. */
  snapshot<T>(work: (read: ReadMany) => Promise<T>, withinMs?: number): Promise<T>;
  /**
   * Runs the work in one team transaction; the reply carries X-Changeset-Id once it has committed. The work may run
   * again, or be rolled back as a proposal: it has no effect outside its transaction. Only decisions on changesets
   * write as somebody else.
   */
  write(work: (tx: TeamTx) => Promise<Reply>, as?: WriteAs): Promise<Reply>;
}

/** One rpc of a service: `src/<resource>/<rpc>.ts` exports exactly one. */
export interface RpcHandler<Path, Query, Body, Deps> extends BodyRules {
  (input: Input<Path, Query, Body>, call: Call<Deps>): Promise<Reply>;
  /**
   * Throws while the reply that is kept of this write may not be shown again, although it was once; without it a write
   * that is sent again is answered as it was.
   */
  beforeRepeat?: (input: Input<Path, Query, Body>, call: Call<Deps>) => Promise<void>;
  /** Makes the columns of the file of a list, if they do not follow from the schema of its reply. */
  fileShape?: (
    input: Input<Path, Query, undefined>,
    call: Call<Deps>,
    headers: HeaderStyle,
  ) => Promise<FileShape>;
  /**
   * True for a body that only takes something from the caller's team, or a caller who needs nobody else: nobody needs
   * to approve it.
   */
  isNeverProposed?: (body: Body, caller: Caller) => boolean;
}

/** Rules of a body that its schema does not have. */
export interface BodyRules {
  /**
   * Finds further faults in a body of any shape, which are reported with those of the schema. `written` returns the
   * body with its numbers as the texts that were sent, for a rule about their digits; for a stored body, with its
   * numbers.
   */
  faults?: (body: unknown, written: () => unknown) => FieldError[];
}

/** A call that anyone may make: nobody is known, so there is no team, and no transaction of one. */
export interface OpenCall<Deps> {
  readonly requestId: string;
  readonly traceId: string | undefined;
  /** W3C trace context, for what the call leaves behind. */
  readonly traceparent: string | undefined;
  /** Address of the client as the gateway saw it; of a streamed rpc alone. */
  readonly source: string | undefined;
  readonly deps: Deps;
}

/** An rpc with access PUBLIC. */
export type OpenRpcHandler<Path, Query, Body, Deps> = (
  input: Input<Path, Query, Body>,
  call: OpenCall<Deps>,
) => Promise<Reply>;

/** A call by jst or another service; it belongs to no token. */
export interface InternalCall<Deps> {
  /** "operator", or the service that has proved to be the caller. */
  readonly peer: string;
  readonly requestId: string;
  /** Goes with every call to another service. */
  readonly hop: Hop;
  readonly deps: Deps;
}

/** An rpc without an HTTP binding (operation.service-identity). The reply's status is its HTTP twin. */
export type InternalRpcHandler<Body, Deps> = (body: Body, call: InternalCall<Deps>) => Promise<Reply>;

/** One rpc as the generator writes it for the server and the tests. */
export interface RpcDefinition<Deps> {
  /** "crm.v1.Contacts". */
  service: string;
  /** "CreateContact". */
  method: string;
  /** "POST /api/v1/contacts", where it has an HTTP binding: a verb and a template, never a value. */
  route?: string;
  /** Names of the path fields of its request message. */
  path: readonly string[];
  access: "scope" | "authenticated" | "public" | "member" | "internal";
  /** Scope resource; "*" needs the wildcard. Empty where none is needed. */
  resource: string;
  action: ScopeAction;
  module: string;
  status: number;
  /** idempotency_level = NO_SIDE_EFFECTS. */
  readOnly: boolean;
  trust: Trust;
  /** No body at all is read as an empty object. */
  bodyOptional: boolean;
  /** Schemas of body and query; null when it takes none. */
  request: JsonSchema | null;
  query: JsonSchema | null;
  /** Dotted paths of the reply's members that are shown once and never stored; none when absent. */
  secrets?: readonly string[];
  /** Dotted paths of the body's members whose texts stay as they were sent; none when absent (conventions.unicode). */
  exact?: readonly string[];
  /** Dotted paths of members of body and query that take telephone numbers; none when absent (values.phones). */
  phones?: readonly string[];
  /** Members of the body that name things of other resources; none when absent. */
  references?: readonly BodyReference[];
  /** Rights such as `commerce:write` that callers need to be shown members of the reply, by their dotted paths. */
  shownTo?: Readonly<Record<string, string>>;
  /** Code of a body with a member that is not accepted; validation_failed when absent. */
  unknownMember?: ErrorCode;
  /** Routes in the syntax of express, where it comes in over plain HTTP (libs/http) and not over gRPC. */
  streamed?: readonly { verb: "get" | "post" | "put" | "patch" | "delete"; path: string }[];
  /** Member that an object without it, or with something else than an object in it, is taken as. */
  bare?: string;
  /** Facts of a list, which is also answered as a file. */
  list?: ListFacts;
  /** Callers of an internal rpc. */
  callers: readonly string[];
  handler: AnyHandler<Deps>;
}

/* eslint-disable @typescript-eslint/no-explicit-any -- the registry holds handlers of every shape; each was checked against its own type where it is listed. */
export type AnyHandler<Deps> =
  | RpcHandler<any, any, any, Deps>
  | OpenRpcHandler<any, any, any, Deps>
  | InternalRpcHandler<any, Deps>;
/* eslint-enable @typescript-eslint/no-explicit-any */
