import type { TeamTx } from "@jst/db";
import type { Handler } from "../../gen/rpc.ts";
import { emailRules } from "./email-rule.ts";

const OK = 200;

/** Stores the rule, or replaces the one of its name: what the body leaves out has its default then (comms.rule). */
export const createEmailRule: Handler<"CreateEmailRule"> = async ({ body }, call) => {
  const next = emailRules.draft(body);
  await emailRules.check(next, call);
  const write = () =>
    call.write(async (tx) => {
      const holder = await holderOf(tx, next.name);
      if (holder === undefined) return emailRules.insert(tx, next, call);
      return { ...(await emailRules.apply(tx, holder, { members: next }, call.ifMatch)), status: OK };
    });
  // A rule of the name that came into being meanwhile is there to be replaced.
  return emailRules.repeating(write);
};

async function holderOf(tx: TeamTx, name: string): Promise<string | undefined> {
  const [found] = await tx.query<{ id: string }>({
    name: "comms.email_rules.holder",
    text: "select t.id from comms.email_rules t where t.team_id = $1 and t.name = $2 and t.deleted_at is null",
    values: [tx.context.teamId, name],
  });
  return found?.id;
}
