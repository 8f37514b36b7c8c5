import { permits, type Caller, type Scope } from "@jst/caller";
import { AppError } from "@jst/errors";

/**
 * Throws 403 unless a service token asks, or a member who is signed in and whose role has tokens: a person's token
 * mints none, and proposes none either (tokens.mint).
 */
export function requireServiceToken({ token_type: type }: Caller): void {
  if (type !== "service" && type !== "member")
    throw insufficient(
      "tokens:write",
      "This token cannot create tokens. Use a service token, or sign in as an owner or admin.",
    );
}

/**
 * Throws 403 when the new token could do what its minter cannot. No scopes at all are full access, which only a token
 * with full access has to give; `*` stands for the actions it names, on every resource.
 */
export function requireNoBroader(caller: Caller, scopes: readonly Scope[]): void {
  if (caller.scopes.length === 0) return;
  if (scopes.length === 0) {
    throw insufficient(
      "*",
      "A token without scopes has full access, and your token does not. Send the scopes of the new token.",
    );
  }
  for (const { resource, actions } of scopes) {
    const missing = actions.find((action) => !permits(caller.scopes, resource, action));
    if (missing === undefined) continue;
    throw insufficient(
      `${resource}:${missing}`,
      `Your token lacks ${resource}:${missing}, so the new token cannot have it. Remove this scope.`,
    );
  }
}

function insufficient(required: string, detail: string): AppError {
  return new AppError("insufficient_scope", detail, { extension: { required_scope: required } });
}
