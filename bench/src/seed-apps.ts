import { presets } from "@jst/caller";
import { Client } from "pg";
import { superuserUrl } from "../../dev/src/components/postgres.ts";
import type { Fleet } from "../../dev/src/component.ts";
import { callOperator } from "../../dev/src/operator.ts";
import { addMember, authRpc, createTeam, mintToken } from "../../dev/src/teams.ts";
import { newPair } from "../../services/auth/src/oauth/secret-values.ts";
import { hashBytes } from "../../services/auth/src/tokens/queries.ts";
import type { AppFacts } from "./facts.ts";
import { createTable, mintTokens } from "./seed.ts";

const slug = "bench-apps";
const member = "ada@example.org";
/** A grant and a personal token may send 1,000 requests a minute each: so many cover the fastest run. */
const tokenCount = 150;
/** Id in the form of registered clients. */
export const client = `jst_cl_${"b".repeat(43)}`;

/** A team with a table, that its member reads with personal tokens and, by what was granted to apps, with theirs. */
export async function seedApps(fleet: Fleet): Promise<AppFacts> {
  const team = await createTeam(fleet, { slug });
  const setting = { team: slug, key: "modules.agent_connect.enabled", value: "true" };
  await callOperator(fleet, authRpc("SetConfig"), setting);
  const { id: memberId } = await addMember(fleet, { team: slug, email: member, role: "owner" });
  const [token = ""] = await mintTokens(fleet, slug, 1);
  const tableId = await createTable(fleet, token, "Orders");
  const personal: string[] = [];
  for (let n = 0; n < tokenCount; n += 1)
    personal.push((await mintToken(fleet, { team: slug, type: "human", name: `bench ${n}`, member })).value);
  const owner = { teamId: team.id, memberId: String(memberId) };
  const granted = await grantApps(fleet, owner, tokenCount);
  return { ...owner, tableId, personal, granted: granted.map(({ access }) => access) };
}

/** Grant of an app, with its first pair of tokens. */
export type Granted = ReturnType<typeof newPair>;

/** Apps to which the member has granted their tables, as consent and the exchange of a code leave them. */
export async function grantApps(
  fleet: Fleet,
  { teamId, memberId }: Pick<AppFacts, "teamId" | "memberId">,
  count: number,
): Promise<Granted[]> {
  const database = new Client({ connectionString: superuserUrl(fleet, "jst") });
  await database.connect();
  try {
    const pairs = Array.from({ length: count }, newPair);
    await database.query(
      `insert into auth.oauth_clients (client_id, name, redirect_uris, granted_at)
        values ($1, 'bench', '["http://127.0.0.1/"]', now()) on conflict do nothing`,
      [client],
    );
    for (const { access, refresh } of pairs)
      await database.query(
        `with granted as (
            insert into auth.grants (team_id, member_id, client_id, client_name, client_host, preset, audience, expires_at)
            values ($1, $2, $3, 'bench', '127.0.0.1', 'tables', 'base', now() + interval '1 day') returning id
          ), refresh as (
            insert into auth.refresh_tokens (team_id, family_id, member_id, hash, expires_at)
            select $1, id, $2, $5, now() + interval '1 day' from granted
          )
          insert into auth.tokens (team_id, family_id, member_id, type, name, scopes, hash, prefix, last4, expires_at, audience)
          select $1, id, $2, 'oauth_app', 'bench', $6, $4, 'jst_at_benc', 'benc', now() + interval '1 hour', 'base' from granted`,
        [teamId, memberId, client, hashBytes(access), hashBytes(refresh), JSON.stringify(presets.tables)],
      );
    return pairs;
  } finally {
    await database.end();
  }
}
