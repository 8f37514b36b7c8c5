import type { InternalHandler } from "../../gen/rpc.ts";
import { failingSince } from "../sign-in/provider-faults.ts";
import { findProvider } from "../sign-in/provider-settings.ts";

/** The provider of sign-in, where it did not answer who wanted to sign in last (operation.team-status). */
export const listFaults: InternalHandler<"ListFaults"> = async ({ team_id }, { deps }) => {
  const provider = await findProvider(deps, { id: team_id }, "");
  const since = provider && (await failingSince(deps.operator, provider.teamId));
  if (provider === undefined || since === undefined) return { body: { faults: [] } };
  const settings = provider.isFleets ? "of the fleet" : "sign_in.oidc.issuer and .client_id of this team";
  return {
    body: {
      faults: [
        {
          component: "sign_in",
          state: "failing",
          reason: "Nobody signs in with the OpenID provider: it does not answer, or not as a provider does.",
          remedy: `Whoever runs the platform checks the provider (${settings}). It is tried when somebody signs in next; until then a link signs in.`,
          since,
          path: null,
        },
      ],
    },
  };
};
