import { Signal } from "@jst/db";

/** Signal of this process that a delivery may be due, because it was stored, reopened or released. */
export const dueSignal = new Signal();

/** Signal of this process that a delivery in a line may be due (events.strict, events.batches, events.pace). */
export const lineSignal = new Signal();

/** Signal for writes that do not know whether the endpoint has a line. */
class WakeSignal extends Signal {
  override ring(): void {
    dueSignal.ring();
    lineSignal.ring();
  }
}

/** Rings both signals. */
export const wakeSignal = new WakeSignal();
