import type { FindFaults } from "@jst/faults";
import type { AccountDeps } from "../deps.ts";
import { findFault } from "../sign-in/provider-faults.ts";

/**
 * Reports a failing sign-in provider, from its failure until a member has come back from it (operation.team-status).
 */
export const findFaults: FindFaults<AccountDeps> = async ({ context, read }, { fleetProvider }) => {
  const fault = await findFault(read, context.teamId);
  if (fault === undefined) return [];
  const { since, has_issuer: isOwn, has_client: hasClient } = fault;
  const isSet = isOwn ? hasClient : fleetProvider !== undefined;
  if (!isSet) return [];
  const settings = isOwn
    ? "the provider, and sign_in.oidc.issuer, .client_id and .client_secret of this team, which jst config set writes"
    : "the provider that is set for the whole fleet";
  return [
    {
      component: "sign_in",
      state: "failing",
      reason:
        "Members cannot sign in with the OpenID provider: it does not answer, its reply is not valid, or it does not know this platform as a client.",
      remedy: `Check ${settings}. The next sign-in tries the provider again; until then use a link of jst sign-in.`,
      since,
      path: null,
    },
  ];
};
