import { OAuthError } from "./oauth-error.ts";
import { isRedirectUri } from "./redirect-uris.ts";

/** What is kept of a client. */
export interface ClientMetadata {
  client_name: string;
  redirect_uris: string[];
}

const NAME_CHARS_MAX = 120;
const URIS_MAX = 10;
/** Control characters, line ends, and signs that turn the direction of a text or are not seen. */
const unshown = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Name and addresses of a client, as it registers them or as its document has them (oauth.registration). Unknown
 * members are passed over.
 */
export function clientMetadataOf(value: unknown): ClientMetadata {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new OAuthError("invalid_client_metadata", "Client metadata is a JSON object.");
  const { client_name: name, redirect_uris: uris } = value as Record<string, unknown>;
  if (!isName(name)) {
    const wanted = `client_name is one line of 1 to ${NAME_CHARS_MAX} characters.`;
    throw new OAuthError("invalid_client_metadata", wanted);
  }
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > URIS_MAX)
    throw new OAuthError("invalid_redirect_uri", `redirect_uris has 1 to ${URIS_MAX} addresses.`);
  const texts = uris.map((uri: unknown) => (typeof uri === "string" ? uri : ""));
  if (!texts.every(isRedirectUri)) {
    const wanted = "A redirect URI is https, http on loopback, or a private scheme, and has no fragment.";
    throw new OAuthError("invalid_redirect_uri", wanted);
  }
  return { client_name: name, redirect_uris: texts };
}

function isName(name: unknown): name is string {
  return (
    typeof name === "string" &&
    name.trim() !== "" &&
    Array.from(name).length <= NAME_CHARS_MAX &&
    !unshown.test(name)
  );
}
