import type { Fleet } from "../../dev/src/component.ts";
import { createTeam } from "../../dev/src/teams.ts";
import type { PayerFacts } from "./facts.ts";
import { mintTokens, post } from "./seed.ts";

const teamCount = 32;
/** One token may send 10,000 requests a minute: the first team is measured alone, too. */
const tokensOfFirst = 20;

/** Teams that have one contact each whom they send invoices. */
export async function seedInvoices(fleet: Fleet): Promise<PayerFacts[]> {
  const payers: PayerFacts[] = [];
  for (let n = 0; n < teamCount; n += 1) {
    const slug = `bench-invoices-${n}`;
    await createTeam(fleet, { slug });
    const tokens = await mintTokens(fleet, slug, n === 0 ? tokensOfFirst : 1);
    const contact = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.org" };
    payers.push({
      tokens,
      contactId: String((await post(fleet, tokens[0] ?? "", "/api/v1/contacts", contact))["id"]),
    });
  }
  return payers;
}
