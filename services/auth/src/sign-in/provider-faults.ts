import type { Row } from "@jst/db";
import type { Operator } from "../operator.ts";
import { instant } from "../tokens/token-json.ts";

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

/** Since when the provider fails; undefined where somebody has signed in by it since, or it was set anew. */
export async function failingSince(operator: Operator, teamId: string): Promise<string | undefined> {
  const [fault] = await operator.query<{ since: string } & Row>({
    name: "provider_faults.find",
    text: `select ${instant("greatest(f.since, s.at)")} as since
      from auth.provider_faults f
      cross join (select max(s.updated_at) as at from auth.settings s
        where s.team_id = $1 and s.key like 'sign_in.oidc.%') s
      where f.team_id = $1 and f.failed_at > coalesce(s.at, '-infinity')`,
    values: [teamId],
  });
  return fault?.since;
}
