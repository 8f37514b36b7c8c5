/** Words of RFC 6749, 7591, 7009 and 8707. */
export type OAuthCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_scope"
  | "invalid_target"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "access_denied"
  | "invalid_redirect_uri"
  | "invalid_client_metadata"
  | "rate_limited"
  | "temporarily_unavailable";

/** A refusal as OAuth has it: `{error, error_description}` (oauth.errors). */
export class OAuthError extends Error {
  readonly code: OAuthCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: OAuthCode, description: string, status = 400, headers: Record<string, string> = {}) {
    super(description);
    this.name = "OAuthError";
    this.code = code;
    this.status = status;
    this.headers = headers;
  }
}
