import { Signal } from "@jst/db";

/** Signal of this process that a delivery may be due, because it was stored, reopened or released. */
export const dueSignal = new Signal();
