import type { ReadyTool } from "../tools/catalogue.ts";
import type { ResultKind } from "../tools/result-text.ts";

/** Outcome of a call. */
export interface CallResult {
  /** As the vendor's API named the call. */
  callId: string | null;
  name: string;
  kind: ResultKind;
  /** JSON text of the result, or of the problem document. */
  json: string;
}

/** How one vendor's API writes tools and their results (agents.function-door). */
export interface Format {
  /** The value of `tools` in a request to the vendor. */
  catalogue: (tools: readonly ReadyTool[]) => unknown[];
  /** JSON text of the message that takes a result back to the model. */
  result: (result: CallResult) => string;
}
