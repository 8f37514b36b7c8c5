import type { Handler } from "../../gen/rpc.ts";
import { suppressions } from "./suppression.ts";

/** Answers one page of the suppressions that stand. */
export const listSuppressions: Handler<"ListSuppressions"> = suppressions.page;
