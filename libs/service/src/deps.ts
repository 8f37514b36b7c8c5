import type { TeamContext } from "@jst/db";
import type { OutboxOf } from "@jst/events";
import type { UnnormalizedRow } from "@jst/faults";

/** Dependencies of the handlers for an operator, as call.deps. */
export interface Deps {
  /** Runs the work on the service's outbox, over a connection that ends with it: an operator asks now and then. */
  onOutbox: <T>(work: (outbox: OutboxOf) => Promise<T>) => Promise<T>;
  /** Lists rows of the team that stay in another spelling than NFC. */
  unnormalized: (context: TeamContext) => Promise<UnnormalizedRow[]>;
}
