import type { CallerSigner } from "@jst/caller";
import type { SystemDatabase } from "@jst/db";

/** What the wiring of the service gives to its handlers, as call.deps. */
export interface Deps {
  /** Connection of auth_lookup: work of the operator, who belongs to no team. */
  operator: SystemDatabase;
  /** Public URL of the gateway. */
  baseUrl: string;
  /** Signs callers; auth alone has the key. */
  signer: CallerSigner;
}
