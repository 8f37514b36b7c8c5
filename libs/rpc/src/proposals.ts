import type { CallFacts, Writer } from "./call.ts";
import type { Reply } from "./handler.ts";
import type { AnyInput } from "./read-input.ts";

/** A write that the gate turned into a proposal, not yet run. */
export interface ProposedCall {
  /** "crm.v1.Contacts/CreateContact". */
  rpc: string;
  input: AnyInput;
  facts: CallFacts;
  /** Runs the handler, its writes run by the given writer. */
  run: (writer: Writer) => Promise<Reply>;
  /** Stores what becomes of it, with its idempotency key. */
  store: Writer;
}

/** Makes the proposal and answers 202 with it; a write that would change nothing is answered as executed. */
export type Propose = (call: ProposedCall) => Promise<Reply>;
