import { Signal } from "@jst/db";

/** Rings when something of this process may have made an action of a rule due. */
export const actionSignal = new Signal();
