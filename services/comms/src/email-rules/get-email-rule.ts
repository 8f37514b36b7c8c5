import type { Handler } from "../../gen/rpc.ts";
import { emailRules } from "./email-rule.ts";

/** Answers one rule; 304 when the caller already has this version. */
export const getEmailRule: Handler<"GetEmailRule"> = emailRules.read;
