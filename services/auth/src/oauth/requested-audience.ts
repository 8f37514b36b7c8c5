import type { Audience } from "@jst/caller";
import { OAuthError } from "./oauth-error.ts";
import { audienceOf, includes } from "./resource.ts";
import type { TokenRequest } from "./token-request.ts";

/**
 * Returns the audience of the access token: the grant's, or the narrower one that `resource` names (oauth.resource).
 */
export function requestedAudience(
  { parameters, place }: Pick<TokenRequest, "parameters" | "place">,
  { audience }: { audience: Audience },
): Audience {
  const resource = parameters.get("resource");
  if (resource === undefined) return audience;
  const wanted = audienceOf(resource, place.issuer);
  if (wanted === undefined || !includes(audience, wanted))
    throw new OAuthError(
      "invalid_target",
      "The connection is not for this resource. Send the resource that the app was connected to.",
    );
  return wanted;
}
