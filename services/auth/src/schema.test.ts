import { randomBytes, randomUUID } from "node:crypto";
import { describeMigrations, describeTenancy, testDatabase } from "@jst/testing";

const database = await testDatabase("auth");

describeMigrations("auth");

const lookup = "auth_lookup finds a token's team before any team is known, and works for the operator";
const found = "is found before any team is known";

describeTenancy("auth", {
  database,
  exceptions: {
    policies: {
      "teams.lookup": lookup,
      "settings.lookup": lookup,
      "hosts.lookup": lookup,
      "members.lookup": lookup,
      "tokens.lookup": lookup,
      "refresh_tokens.lookup": lookup,
    },
    keys: {
      teams_slug_key: `a team ${found} by its slug`,
      hosts_host_key: `a host ${found}, and is one team's`,
      tokens_hash_key: `a token ${found} by its hash`,
      refresh_tokens_hash_key: `a refresh token ${found} by its hash`,
    },
  },
  prepare: async (client, teamId) => {
    const member = randomUUID();
    const statements: [text: string, values: unknown[]][] = [
      ["insert into auth.teams (team_id, slug, display_name) values ($1, 'victim', 'Victim')", [teamId]],
      ["insert into auth.settings (team_id, key, value) values ($1, 'trust.rest', '\"queue\"')", [teamId]],
      ["insert into auth.hosts (team_id, host) values ($1, 'victim.test')", [teamId]],
      [
        "insert into auth.members (team_id, id, email, role) values ($1, $2, 'a@b.test', 'owner')",
        [teamId, member],
      ],
      [
        `insert into auth.tokens (team_id, name, type, hash, prefix, last4, member_id, expires_at)
         values ($1, 'x', 'human', $2, 'jst_h', 'last', $3, now())`,
        [teamId, randomBytes(32), member],
      ],
      [
        `insert into auth.refresh_tokens (team_id, family_id, member_id, hash, expires_at)
         values ($1, uuidv7(), $2, $3, now())`,
        [teamId, member, randomBytes(32)],
      ],
    ];
    for (const [text, values] of statements) await client.query(text, values);
  },
  fill: () => Promise.resolve(),
});
