import type { FindFaults } from "@jst/faults";
import type { Deps } from "../deps.ts";
import { failingSince } from "../providers/provider-faults.ts";

/** The provider of payments, where it opened no page for who wanted to pay last (operation.team-status). */
export const findFaults: FindFaults<Deps> = async ({ context, read }, { providers }) => {
  const since = await failingSince(read, context.teamId);
  if (since === undefined || (await providers.of(context)) === undefined) return [];
  return [
    {
      component: "payments",
      state: "failing",
      reason: "Customers cannot pay by card: the payment provider does not open a payment page.",
      remedy:
        "Check the account at the provider, and set commerce.stripe.secret_key of this team with jst config set. The next payment tries the provider again.",
      since,
      path: "/commerce/invoices",
    },
  ];
};
