import type { Handler } from "../../gen/rpc.ts";
import { bases } from "./base.ts";

/** Answers one page of the team's bases. */
export const listBases: Handler<"ListBases"> = bases.page;
