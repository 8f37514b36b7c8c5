import type { Handler } from "../../gen/rpc.ts";
import { emailRules } from "./email-rule.ts";

/** Answers one page of the team's rules, in the order in which mail meets them where no other is asked for. */
export const listEmailRules: Handler<"ListEmailRules"> = ({ query, ...input }, call) =>
  emailRules.page({ ...input, query: { ...query, sort: query.sort ?? "priority:asc,name:asc" } }, call);
