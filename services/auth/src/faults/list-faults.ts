import type { InternalHandler } from "../../gen/rpc.ts";
import { failingSince } from "../sign-in/provider-faults.ts";
import { findProvider } from "../sign-in/provider-settings.ts";

/** The provider of sign-in, from when it failed until somebody has come back from it (operation.team-status). */
export const listFaults: InternalHandler<"ListFaults"> = async ({ team_id }, { deps }) => {
  const provider = await findProvider(deps, { id: team_id }, "");
  const since = provider && (await failingSince(deps.operator, provider.teamId));
  if (provider === undefined || since === undefined) return { body: { faults: [] } };
  const settings = provider.isFleets
    ? "of the fleet"
    : "sign_in.oidc.issuer, .client_id and .client_secret of this team";
  return {
    body: {
      faults: [
        {
          component: "sign_in",
          state: "failing",
          reason:
            "Nobody signs in with the OpenID provider: it does not answer, not as a provider does, or does not know this platform as its client.",
          remedy: `Whoever runs the platform checks the provider (${settings}). It is tried when somebody signs in next; until then a link signs in.`,
          since,
          path: null,
        },
      ],
    },
  };
};
