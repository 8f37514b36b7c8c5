import { AppError } from "@jst/errors";

const CREDENTIALS = /^bearer +([^\s,]+)$/i;

/**
 * Reads the token of an Authorization header (the scheme in any case, one space or more: tokens.bearer). Throws 401
 * missing_token without a header, and invalid_token for anything else, two headers included.
 */
export function bearerToken(authorization: string | undefined): string {
  const token = authorization === undefined ? undefined : CREDENTIALS.exec(authorization)?.[1];
  if (token !== undefined) return token;
  if (authorization === undefined)
    throw new AppError(
      "missing_token",
      "The Authorization header is missing. Send Authorization: Bearer <token>.",
    );
  if (/^\s*(?:bearer\s*)?$/i.test(authorization))
    throw new AppError("missing_token", "The Bearer token is empty. Send Authorization: Bearer <token>.");
  throw new AppError(
    "invalid_token",
    "The Authorization header is not valid. Send one header: Authorization: Bearer <token>.",
  );
}
