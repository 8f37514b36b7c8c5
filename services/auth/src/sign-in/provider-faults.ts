import { instant, type Row } from "@jst/db";
import type { AskedTeam } from "@jst/faults";
import type { Operator } from "../operator.ts";
import { CLIENT_ID, ISSUER } from "../teams/sign-in-keys.ts";

interface ProviderFault extends Row {
  since: string;
  /** The team has named one of its own. */
  has_issuer: boolean;
  has_client: boolean;
}

/** Notes whether the provider of the team works. */
export async function noteAnswer(operator: Operator, teamId: string, works: boolean): Promise<void> {
  await operator.query({
    name: works ? "provider_faults.end" : "provider_faults.note",
    text: works
      ? "delete from auth.provider_faults f where f.team_id = $1"
      : `insert into auth.provider_faults (team_id) values ($1)
          on conflict (team_id) do update set failed_at = excluded.failed_at`,
    values: [teamId],
  });
}

/** Finds the fault of the provider; undefined if a member has signed in through it since, or if it was set again. */
export async function findFault(read: AskedTeam["read"], teamId: string): Promise<ProviderFault | undefined> {
  const [fault] = await read<ProviderFault>({
    name: "provider_faults.find",
    text: `select ${instant("greatest(f.since, s.at)")} as since,
        coalesce(s.has_issuer, false) as has_issuer, coalesce(s.has_client, false) as has_client
      from auth.provider_faults f
      cross join (select max(s.updated_at) as at,
          bool_or(s.key = '${ISSUER}' and s.value <> 'null') as has_issuer,
          bool_or(s.key = '${CLIENT_ID}' and s.value <> 'null') as has_client
        from auth.settings s
        where s.team_id = $1 and s.key like 'sign_in.oidc.%') s
      where f.team_id = $1 and f.failed_at > coalesce(s.at, '-infinity')`,
    values: [teamId],
  });
  return fault;
}
