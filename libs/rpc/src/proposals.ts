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

/** A write that an agent wants to see before it is made. */
export interface PreviewedCall extends Pick<ProposedCall, "facts" | "run"> {
  /** It is never a proposal; it may leave no undo record, and then there is nothing of it to show. */
  isDirect: boolean;
}

/**
 * Answers `{summary, preview}`: what the write would change if it were run now (trust.queued). Nothing of
 * it remains; what would refuse the write refuses this.
 */
export type Preview = (call: PreviewedCall) => Promise<Reply>;

/** Makes the proposal and answers 202 with it; a write that would change nothing is answered as executed. */
export type Propose = (call: ProposedCall) => Promise<Reply>;
