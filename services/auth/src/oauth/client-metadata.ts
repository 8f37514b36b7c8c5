import { OAuthError } from "./oauth-error.ts";
import { isRedirectUri } from "./redirect-uris.ts";

export interface ClientMetadata {
  client_name: string;
  redirect_uris: string[];
}

const NAME_CHARS_MAX = 120;
const URIS_MAX = 10;
/** Control characters, line ends, and signs that turn the direction of a text or are not seen. */
const UNSHOWN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
/** Stands for the name of a client that gave none. */
export const UNNAMED = "An app that gave no name";

/**
 * Name and addresses of a client, as it registers them or as its document has them (oauth.registration). Unknown
 * members are passed over.
 */
export function clientMetadataOf(value: unknown): ClientMetadata {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new OAuthError("invalid_client_metadata", "The client metadata must be a JSON object.");
  const { client_name: name, redirect_uris: uris } = value as Record<string, unknown>;
  if (typeof (name ?? "") !== "string")
    throw new OAuthError("invalid_client_metadata", "client_name must be a text, or be left out.");
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > URIS_MAX)
    throw new OAuthError("invalid_redirect_uri", `redirect_uris must be a list of 1 to ${URIS_MAX} URLs.`);
  const texts = uris.map((uri: unknown) => (typeof uri === "string" ? uri : ""));
  if (!texts.every(isRedirectUri)) {
    const wanted =
      "A redirect URI must use https, http on loopback or a private scheme, and must not have a fragment.";
    throw new OAuthError("invalid_redirect_uri", wanted);
  }
  return { client_name: shownName(name as string | null | undefined), redirect_uris: texts };
}

/** Makes one line of a name, cut to what is shown of it. */
function shownName(name: string | null | undefined): string {
  const line = (name ?? "").replaceAll(/\s+/gu, " ").replaceAll(UNSHOWN, "").trim();
  return Array.from(line).slice(0, NAME_CHARS_MAX).join("").trim() || UNNAMED;
}
