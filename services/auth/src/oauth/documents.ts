import { grantableWords, resourcePaths, type Audience } from "@jst/caller";

/** Scopes of the presets that a client may request: those that only read (oauth.documents). */
const reads = grantableWords.filter((word) => word.endsWith(":read"));

/** Metadata of a protected resource (RFC 9728): `resource` is the address that it describes, to the letter. */
export function resourceMetadata(issuer: string, audience: Audience): Record<string, unknown> {
  return {
    resource: `${issuer}${resourcePaths[audience]}`,
    authorization_servers: [issuer],
    scopes_supported: reads,
    bearer_methods_supported: ["header"],
    resource_name: "Team Data API",
  };
}

/** Metadata of the authorization server (RFC 8414). */
export function serverMetadata(issuer: string): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    scopes_supported: [...grantableWords, "offline_access"],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}
