import { randomBytes, randomUUID } from "node:crypto";
import { describeMigrations, describeTenancy, outboxExceptions, testDatabase } from "@jst/testing";
import { texts } from "./texts.ts";

const database = await testDatabase("auth");

describeMigrations("auth");

const lookup = "auth_lookup finds a token's team before any team is known, and works for the operator";
const found = "is found before any team is known";

describeTenancy("auth", {
  database,
  texts,
  exceptions: {
    shared: {
      ...outboxExceptions.shared,
      oauth_clients: "apps that registered themselves, before any team is known",
    },
    policies: {
      ...outboxExceptions.policies,
      "outbox.lookup": "the operator's work and Check's denials belong to no team's transaction",
      "audit.writer": "one writer appends to the chains of all teams",
      "audit_heads.writer": "one writer appends to the chains of all teams",
      "audit.lookup": "the operator verifies the chains",
      "audit_heads.lookup": "the operator verifies the chains",
      "teams.lookup": lookup,
      "settings.lookup": lookup,
      "hosts.lookup": lookup,
      "members.lookup": lookup,
      "tokens.lookup": lookup,
      "refresh_tokens.lookup": lookup,
      "grants.lookup": lookup,
      "oauth_requests.lookup": lookup,
      "oauth_codes.lookup": lookup,
      "sessions.lookup": lookup,
      "request_counts.lookup": "the way in counts, before a team's transaction",
      "sign_in_links.lookup": lookup,
      "passkeys.lookup": lookup,
      "passkey_challenges.lookup": "who signs in is of no team yet",
      "sign_in_requests.lookup": "a visitor is of no team yet",
      "member_mails.lookup": "an address may be a member's of several teams",
      "provider_faults.lookup": "who signs in is of no team yet",
      "extension_rules.lookup": "the operator makes them",
      "vault_entries.lookup": "the operator makes them",
      "approval_rules.lookup": "decisions read them, and the operator replaces them",
    },
    keys: {
      ...outboxExceptions.keys,
      teams_slug_key: `a team ${found} by its slug`,
      hosts_host_key: `a host ${found}, and is one team's`,
      tokens_hash_key: `a token ${found} by its hash`,
      oauth_codes_hash_key: `a code ${found} by its hash`,
      oauth_clients_pkey: "an app belongs to no team",
      refresh_tokens_hash_key: `a refresh token ${found} by its hash`,
      sessions_hash_key: `a session ${found} by its hash`,
      passkeys_credential_key: `a passkey ${found} by its credential`,
      sign_in_links_hash_key: `a link ${found} by its hash`,
    },
  },
  prepare: async (client, teamId) => {
    const [member, grant] = [randomUUID(), randomUUID()];
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
      [
        `insert into auth.sign_in_links (team_id, member_id, hash, expires_at) values ($1, $2, $3, now())`,
        [teamId, member, randomBytes(32)],
      ],
      [
        "insert into auth.sessions (team_id, member_id, hash) values ($1, $2, $3)",
        [teamId, member, randomBytes(32)],
      ],
      [
        `insert into auth.grants (team_id, id, member_id, client_id, client_name, client_host, preset, audience, expires_at)
         values ($1, $3, $2, 'x', 'x', 'x', 'tables', 'mcp', now())`,
        [teamId, member, grant],
      ],
      [
        `insert into auth.oauth_codes (team_id, grant_id, hash, redirect_uri, code_challenge, expires_at)
         values ($1, $2, $3, 'x', 'x', now())`,
        [teamId, grant, randomBytes(32)],
      ],
      [
        `insert into auth.oauth_requests (team_id, session_id, client, redirect_uri, code_challenge, audience, preset, expires_at)
         values ($1, uuidv7(), '{}', 'x', 'x', 'mcp', 'tables', now())`,
        [teamId],
      ],
      [
        `insert into auth.audit (team_id, seq, id, created_at, actor_type, action, resource, outcome, request_id, hash)
         values ($1, 1, uuidv7(), now(), 'system', 'mint', 'tokens', 'success', 'x', $2)`,
        [teamId, randomBytes(32)],
      ],
      [
        `insert into auth.extension_rules (team_id, name, host, tool, position, enabled)
         values ($1, 'x', 'x.test', 'x', 0, true)`,
        [teamId],
      ],
      [
        "insert into auth.vault_entries (team_id, name, kind, sealed) values ($1, 'x', 'note', $2)",
        [teamId, randomBytes(32)],
      ],
      [
        `insert into auth.approval_rules (team_id, name, position, enabled, "when", outcome, created_by_type, created_by_id)
         values ($1, 'x', 1, false, '{}', 'run', 'member', 'x')`,
        [teamId],
      ],
      ["insert into auth.audit_heads (team_id, seq, hash) values ($1, 1, $2)", [teamId, randomBytes(32)]],
      [
        `insert into auth.changes (team_id, changeset_id, resource, resource_id, op, actor_type, actor_id, token_id, request_id)
         values ($1, uuidv7(), 'tokens', uuidv7(), 'create', 'service', 'x', 'x', 'x')`,
        [teamId],
      ],
      [
        `insert into auth.request_counts (team_id, day, door, requests, writes, denied)
         values ($1, '2026-01-01', 'rest', 1, 0, 0)`,
        [teamId],
      ],
      ["insert into auth.provider_faults (team_id) values ($1)", [teamId]],
      ["insert into auth.sign_in_requests (team_id, email) values ($1, 'a@b.test')", [teamId]],
      [
        `insert into auth.member_mails (team_id, member_id, request_id, kind) values ($1, $2, uuidv7(), 'sign_in')`,
        [teamId, member],
      ],
      ["insert into auth.preferences (team_id, member_id) values ($1, $2)", [teamId, member]],
      [
        `insert into auth.passkeys (team_id, member_id, credential_id, public_key, counter, transports, rp_id, name)
         values ($1, $2, $3, $3, 0, '{}', 'x.test', 'x')`,
        [teamId, member, randomBytes(32)],
      ],
      [
        `insert into auth.passkey_challenges (team_id, hash, purpose, session_id, rp_id)
         values ($1, $2, 'create', uuidv7(), 'x.test')`,
        [teamId, randomBytes(32)],
      ],
      ["insert into auth.outbox (team_id, id, type, payload) values ($1, uuidv7(), 'audit', '{}')", [teamId]],
    ];
    for (const [text, values] of statements) await client.query(text, values);
  },
  fill: () => Promise.resolve(),
});
