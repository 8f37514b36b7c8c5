import type { Handler } from "../../gen/rpc.ts";
import { emailRules } from "./email-rule.ts";

/** Deletes the rule; its name is free at once. */
export const deleteEmailRule: Handler<"DeleteEmailRule"> = emailRules.deleteFlagged;
