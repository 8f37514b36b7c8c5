import { ConfigError } from "@jst/config";
import type { AccountConfig } from "../account-config.ts";
import { CLIENT_ID, ISSUER, signInFault } from "../teams/sign-in-keys.ts";
import type { ProviderClient } from "./provider-settings.ts";

/**
 * Reads the provider of teams that have none of their own; throws ConfigError for an incomplete one
 * (sessions.fleet-provider).
 */
export function fleetProviderOf({
  signInIssuer: issuer,
  signInClientId: clientId,
  signInClientSecret,
}: Pick<AccountConfig, "signInIssuer" | "signInClientId" | "signInClientSecret">):
  | ProviderClient
  | undefined {
  const secret = signInClientSecret.reveal();
  if (issuer === "" && clientId === "" && secret === "") return undefined;
  const faults = [
    ["SIGN_IN_OIDC_ISSUER", signInFault(ISSUER, issuer)],
    ["SIGN_IN_OIDC_CLIENT_ID", signInFault(CLIENT_ID, clientId)],
  ].flatMap(([variable, fault]) => (fault === undefined ? [] : [`${variable}: ${fault}`]));
  if (faults.length > 0) throw new ConfigError(faults);
  return { issuer, clientId, clientSecret: secret === "" ? undefined : secret };
}
