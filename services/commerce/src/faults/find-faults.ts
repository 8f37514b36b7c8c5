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
      reason: "Nobody pays by card: the provider of payments opens no page.",
      remedy:
        "Check the account at the provider, and set commerce.stripe.secret_key of this team with jst config set. The next payment tries it again.",
      since,
      path: "/commerce/invoices",
    },
  ];
};
