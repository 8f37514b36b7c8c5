import { Signal } from "@jst/db";

/** Rings when something of this process may have made a message due: one was stored, or let go. */
export const dueSignal = new Signal();
