import type { ScopeAction } from "@jst/caller";
import type { CallFacts, Writer } from "./call.ts";
import type { Reply } from "./handler.ts";
import type { AnyInput } from "./read-input.ts";

/** Metadata of a call that shall show what it would do, and do nothing. */
export const PREVIEW_HEADER = "x-internal-preview";

/** A write that the gate turned into a proposal, not yet run. */
export interface ProposedCall {
  /** "crm.v1.Contacts/CreateContact". */
  rpc: string;
  input: AnyInput;
  facts: CallFacts;
  /** Runs the handler, its writes run by the given writer. */
  run: (writer: Writer) => Promise<Reply>;
  /** Stores the outcome, with its idempotency key. */
  store: Writer;
}

/** Thrown out of the transaction of a write that only a proposal may show: it is rolled back, and then proposed. */
export class ProposalNeeded extends Error {
  constructor() {
    super("this work shows its first changes, and is proposed");
  }
}

/** A write that rules of its team may judge, on its way to run or to be proposed (rules.judging). */
export interface JudgedCall extends ProposedCall {
  /** True if the trust matrix makes a proposal of the write. */
  isQueued: boolean;
  /** Right that the rpc needs, by which a refusal is on record; without a resource for an undo. */
  right: { resource: string; action: ScopeAction };
}

/** A write that an agent wants to see before it is made. */
export interface PreviewedCall extends Pick<JudgedCall, "facts" | "run" | "isQueued"> {
  /** It is never a proposal; it may leave no undo record, and then there is nothing of it to show. */
  isDirect: boolean;
  /** True if rules of the team may judge the write. */
  isJudged: boolean;
}

/**
 * Answers `{summary, preview, outcome, rule}`: what the write would change if it were run now (trust.queued), and
 * whether it would run. Nothing of it remains; what would refuse the write refuses this.
 */
export type Preview = (call: PreviewedCall) => Promise<Reply>;

/** Makes the proposal and answers 202 with it; a write that would change nothing is answered as executed. */
export type Propose = (call: ProposedCall) => Promise<Reply>;

/**
 * Runs, proposes or refuses a write by the rules of its team (rules.judging); undefined where none of them can match,
 * and the matrix decides.
 */
export type JudgeWrite = (call: JudgedCall) => Promise<Reply | undefined>;
