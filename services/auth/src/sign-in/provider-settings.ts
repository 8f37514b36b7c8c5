import type { SecretBox } from "@jst/config";
import { ownerOf } from "@jst/settings";
import type { Operator } from "../operator.ts";
import { CLIENT_ID, CLIENT_SECRET, ISSUER } from "../teams/sign-in-keys.ts";

/** An OpenID provider, as one of its clients knows it. */
export interface ProviderClient {
  issuer: string;
  clientId: string;
  /** Absent where the provider knows its client by PKCE alone. */
  clientSecret: string | undefined;
}

/** An OpenID provider, and the team whose member signs in with it. */
export interface SignInProvider extends ProviderClient {
  teamId: string;
  /** It is the provider of the fleet, not of the team. */
  isFleets: boolean;
}

interface ProviderParts {
  operator: Operator;
  secrets: SecretBox;
  fleetProvider?: ProviderClient | undefined;
}

/**
 * Finds the provider of the team, or that of the fleet for a team without an issuer of its own. Undefined without such
 * a team, on the host of another team, and without a provider.
 */
export async function findProvider(
  { operator, secrets, fleetProvider }: ProviderParts,
  team: { slug: string } | { id: string },
  host: string,
): Promise<SignInProvider | undefined> {
  const [found] = await operator.query<{ team_id: string; set: Readonly<Record<string, unknown>> }>({
    name: `providers.find_by_${"slug" in team ? "slug" : "id"}`,
    text: `select t.team_id, coalesce((select json_object_agg(s.key, coalesce(to_jsonb(encode(s.sealed, 'base64')), s.value)) from auth.settings s
          where s.team_id = t.team_id and s.key like 'sign_in.oidc.%'), '{}') as set
      from auth.teams t
      where ${"slug" in team ? "t.slug = $1" : "t.team_id = $1::uuid"} and t.deleted_at is null
        and not exists (select from auth.hosts h where h.host = $2 and h.team_id <> t.team_id)`,
    values: ["slug" in team ? team.slug : team.id, host],
  });
  if (found === undefined) return undefined;
  const { team_id: teamId, set } = found;
  const [issuer, clientId, sealed] = [set[ISSUER], set[CLIENT_ID], set[CLIENT_SECRET]];
  if (typeof issuer !== "string") return fleetProvider && { ...fleetProvider, teamId, isFleets: true };
  if (typeof clientId !== "string") return undefined;
  const clientSecret = typeof sealed === "string" ? openSecret(secrets, teamId, sealed) : undefined;
  return { teamId, issuer, clientId, clientSecret, isFleets: false };
}

function openSecret(secrets: SecretBox, teamId: string, sealed: string): string {
  return secrets.open(Buffer.from(sealed, "base64"), ownerOf(teamId, CLIENT_SECRET));
}
