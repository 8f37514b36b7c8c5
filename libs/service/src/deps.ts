import type { OutboxOf } from "@jst/events";

/** Dependencies of the handlers of the outbox, as call.deps. */
export interface Deps {
  /** Runs the work on the service's outbox, over a connection that ends with it: an operator asks now and then. */
  onOutbox: <T>(work: (outbox: OutboxOf) => Promise<T>) => Promise<T>;
}
