import type { Handler } from "../../gen/rpc.ts";
import { bases } from "./base.ts";

/** Answers one base; 304 when the caller already has this version. */
export const getBase: Handler<"GetBase"> = bases.read;
