import { one, type TeamTx } from "@jst/db";
import { validationFailed } from "@jst/errors";
import { shownInstant } from "@jst/query";
import type { Handler, QuoteCreate, Recurring } from "../../gen/rpc.ts";
import { madeReply } from "../documents/document.ts";
import { documentFaults, draftOf, membersOf } from "../documents/draft.ts";
import { sendDocument, sendFaults } from "../documents/send-document.ts";
import { teamNow } from "../settings/team-settings.ts";
import { quotes } from "./lifecycle.ts";
import { insertQuote } from "./quote.ts";

const create: Handler<"CreateQuote"> = async ({ body }, call) => {
  const expires_at = body.expires_at === undefined ? null : shownInstant(body.expires_at);
  const recurring = recurringOf(body);
  const draft = { ...(await draftOf(body, call)), expires_at, recurring };
  return call.write(async (tx) => {
    if (expires_at !== null) await requireAhead(tx, expires_at);
    const stored = await insertQuote(tx, draft, body.finalize !== false);
    quotes.record(tx, "create", stored.id);
    if (body.send === true) sendDocument(tx, "quotes", stored);
    return madeReply(stored, "quotes", call);
  });
};

/** With its default: what is shown says all. */
function recurringOf({ recurring }: QuoteCreate): Recurring | null {
  return recurring === undefined ? null : { ...recurring, interval_count: recurring.interval_count ?? 1 };
}

async function requireAhead(tx: TeamTx, time: string): Promise<void> {
  const { isAhead } = one(
    await tx.query<{ isAhead: boolean }>({
      name: "commerce.quotes.ahead",
      text: `select $1::timestamptz > ${teamNow()} as "isAhead"`,
      values: [time],
    }),
  );
  if (isAhead) return;
  throw validationFailed([{ field: "expires_at", code: "out_of_range", message: "Must be in the future." }]);
}

const faults: typeof documentFaults = (body, written) => {
  const members = membersOf(body);
  return [...documentFaults(body, written), ...sendFaults(members, members["finalize"] !== false)];
};

/** Stores the quote; unless told otherwise it is open then, with the next number of the team (commerce.quote). */
export const createQuote: Handler<"CreateQuote"> = Object.assign(create, { faults });
