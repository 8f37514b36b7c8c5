import type { Handler } from "../../gen/rpc.ts";
import { bases } from "./base.ts";

/** Stores a base without blocks. */
export const createBase: Handler<"CreateBase"> = bases.create;
