import { instant } from "@jst/db";
import type { Scope, TokenType } from "@jst/caller";
import type { Operator } from "../operator.ts";
import { tokenHash, visibleParts } from "./token-format.ts";
import type { Origin } from "./minter.ts";
import { TOKEN_JSON } from "./token-json.ts";

/** A token to be stored. Its values are hashed here and kept nowhere. */
export interface TokenRow {
  teamId: string;
  memberId: string | null;
  type: Exclude<TokenType, "oauth_app" | "member">;
  name: string;
  scopes: readonly Scope[];
  reason: string | null;
  value: string;
  /** Only for human tokens. */
  refreshToken: string | undefined;
  /** Origin of the token; a refreshed token has the origin of its sign-in. */
  origin: Origin;
  /** Sign-in that a refreshed token goes on with; a new one when absent. */
  familyId?: string;
}

/** Columns that the database sets. */
export interface StoredTokenRow {
  id: string;
  /** RFC 3339; null is never. */
  expires_at: string | null;
  /** The token as replies show it, JSON text. */
  body: string;
}

/** Lifetimes (tokens.lifetimes); a service token has none. */
const lifetime: Record<TokenRow["type"], string | null> = {
  service: null,
  human: "1 hour",
  break_glass: "4 hours",
};
const refreshLifetime = "30 days";

// Expiries are whole seconds, as the caller tokens signed from them.
const INSERT = `
with token as (
  insert into auth.tokens
    (team_id, member_id, type, name, scopes, reason, hash, prefix, last4, expires_at, family_id,
      minted_by_type, minted_by_id, sponsor_type, sponsor_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, date_trunc('second', now()) + $10::interval,
    case when $11::bytea is null then null else coalesce($13::uuid, uuidv7()) end,
    $14, $15, $16, $17)
  returning *
), refresh as (
  insert into auth.refresh_tokens (team_id, family_id, member_id, hash, expires_at)
  select team_id, family_id, member_id, $11, date_trunc('second', now()) + $12::interval
  from token
  where family_id is not null
)
select t.id, ${instant("t.expires_at")} as expires_at, ${TOKEN_JSON}::text as body
from token t`;

/** Stores the token, and with a refresh token the family of both, in one statement. */
export async function insertToken(operator: Operator, token: TokenRow): Promise<StoredTokenRow> {
  const { prefix, last4 } = visibleParts(token.value);
  const { mintedBy, sponsor } = token.origin;
  const [stored] = await operator.query<StoredTokenRow & Record<string, unknown>>({
    text: INSERT,
    values: [
      token.teamId,
      token.memberId,
      token.type,
      token.name,
      JSON.stringify(token.scopes),
      token.reason,
      hashBytes(token.value),
      prefix,
      last4,
      lifetime[token.type],
      token.refreshToken === undefined ? null : hashBytes(token.refreshToken),
      refreshLifetime,
      token.familyId ?? null,
      mintedBy?.type ?? null,
      mintedBy?.id ?? null,
      sponsor?.type ?? null,
      sponsor?.type === "member" ? sponsor.id : null,
    ],
  });
  if (stored === undefined) throw new Error("The insert of a token returned no row.");
  return stored;
}

export function hashBytes(value: string): Buffer {
  return Buffer.from(tokenHash(value), "latin1");
}
