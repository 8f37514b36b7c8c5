import { platformContext } from "@jst/rpc";
import type { InternalHandler } from "../../gen/rpc.ts";
import { failingSince } from "../providers/provider-faults.ts";

/** The provider of payments, where it opened no page for who wanted to pay last (operation.team-status). */
export const listFaults: InternalHandler<"ListFaults"> = async ({ team_id }, call) => {
  const { database, providers } = call.deps;
  const context = platformContext(team_id, call);
  const since = await failingSince(database, context);
  if (since === undefined || (await providers.of(context)) === undefined) return { body: { faults: [] } };
  return {
    body: {
      faults: [
        {
          component: "payments",
          state: "failing",
          reason: "Nobody pays by card: the provider of payments opens no page.",
          remedy:
            "Whoever runs the platform checks commerce.stripe.secret_key of this team, and the account at the provider. It is tried when somebody pays next.",
          since,
          path: "/commerce/invoices",
        },
      ],
    },
  };
};
