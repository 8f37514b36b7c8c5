import type { Handler } from "../../gen/rpc.ts";
import { suppressions } from "./suppression.ts";

/** Lifts the suppression; what the person has agreed to stays as it is. */
export const deleteSuppression: Handler<"DeleteSuppression"> = suppressions.deleteFlagged;
