import type { Caller, GuardedValues } from "@jst/caller";
import type { Database } from "@jst/db";
import type { Logger } from "@jst/telemetry";
import type { AccessLog } from "./access-log.ts";
import type { RecordExport } from "./files/export-entry.ts";
import type { RpcDefinition } from "./handler.ts";
import type { Incoming } from "./incoming.ts";
import type { RecordCall } from "./made-call.ts";
import type { AnsweredCall } from "./outgoing.ts";
import type { JudgeWrite, Preview, Propose } from "./proposals.ts";
import type { WireRequest } from "./wire-request.ts";

export interface DoorOptions<Deps> {
  /** The service's generated registry and descriptor set. */
  rpcs: readonly RpcDefinition<Deps>[];
  descriptor: Buffer;
  /** Dependencies of the handlers, as call.deps. */
  deps: Deps;
  database: Database;
  /** Verifies a caller token and throws when it is not ours, in time, or for this deployment. */
  verifyCaller: (token: string) => Caller | Promise<Caller>;
  /** Names the service behind a proof and throws when it proves nothing. */
  verifyService: (proof: string) => Promise<string>;
  /** The key jst proves itself with on internal rpcs. */
  operatorKey: string;
  baseUrl: string;
  /** Stores writes that need approval; without it they are refused. */
  propose?: Propose;
  /** Shows an agent what a write would do; goes with propose. */
  preview?: Preview;
  /** Judges writes by the rules of their team; goes with propose. */
  judge?: JudgeWrite;
  /** Records the call of a tool with the write it came to; without it the door of the agent does. */
  recordCall?: RecordCall;
  /** Keeps a record of every call of a known caller, without which none is answered. */
  accessLog?: AccessLog;
  /** Puts files of lists on record, without which none is answered. */
  recordExport?: RecordExport;
  /** Writes the members of replies that few callers are shown; a service with such members has it. */
  guarded?: GuardedValues | undefined;
  logger: Logger;
  /** True where the handlers themselves judge what of their replies the caller may read. */
  judgesReplies?: boolean;
}

/** Answers one call; throws AppError for a refusal and Unauthenticated for a call without proof of identity. */
export type Answer = (request: WireRequest, incoming: Incoming, deadline: number) => Promise<AnsweredCall>;

/** The call carried no identity we can check: a fault of the platform, never of a client behind the gateway. */
export class Unauthenticated extends Error {}
