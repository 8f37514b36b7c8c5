import { Signal } from "@jst/db";

/** Rings when something of this process may have made a delivery due: one was stored, reopened or let go. */
export const dueSignal = new Signal();
