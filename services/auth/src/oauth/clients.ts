import type { Operator } from "../operator.ts";
import type { ClientMetadata } from "./client-metadata.ts";
import { newClientId } from "./secret-values.ts";

/** Clients without a grant that are kept at once; the oldest goes (oauth.registration). */
const UNUSED_MAX = 10_000;

/** A client that has registered itself. */
export interface RegisteredClient extends ClientMetadata, Record<string, unknown> {
  client_id: string;
  /** Seconds of Unix time. */
  issued_at: number;
}

/** Stores a client under a new id. */
export async function insertClient(operator: Operator, metadata: ClientMetadata): Promise<RegisteredClient> {
  const [client] = await operator.query<RegisteredClient>({
    name: "oauth.register",
    text: `insert into auth.oauth_clients (client_id, name, redirect_uris) values ($1, $2, $3)
      returning client_id, name as client_name, redirect_uris,
        floor(extract(epoch from created_at))::int as issued_at`,
    values: [newClientId(), metadata.client_name, JSON.stringify(metadata.redirect_uris)],
  });
  if (client === undefined) throw new Error("The insert of a client returned no row.");
  await operator.query({
    name: "oauth.bound_clients",
    text: `delete from auth.oauth_clients where client_id in (
      select client_id from auth.oauth_clients where granted_at is null
      order by created_at desc, client_id desc offset $1)`,
    values: [UNUSED_MAX],
  });
  return client;
}

/** Finds the registered client of this id; undefined without one. */
export async function findClient(
  operator: Operator,
  clientId: string,
): Promise<RegisteredClient | undefined> {
  if (!/^jst_cl_[A-Za-z0-9_-]{43}$/.test(clientId)) return undefined;
  const [client] = await operator.query<RegisteredClient>({
    name: "oauth.client",
    text: `select client_id, name as client_name, redirect_uris,
        floor(extract(epoch from created_at))::int as issued_at
      from auth.oauth_clients where client_id = $1`,
    values: [clientId],
  });
  return client;
}

/**
 * Removes what nobody waits for any more: clients that were granted nothing within a day, pages and codes that are
 * over.
 */
export async function sweep(operator: Operator): Promise<void> {
  const statements = {
    clients: `delete from auth.oauth_clients
      where granted_at is null and created_at < now() - interval '24 hours'`,
    requests: "delete from auth.oauth_requests where expires_at < now() - interval '1 hour'",
    // A code that comes twice is known as long as its grant may live.
    codes: "delete from auth.oauth_codes where expires_at < now() - interval '30 days'",
    tokens: `delete from auth.tokens
      where type = 'oauth_app' and expires_at < now() - interval '30 days'`,
    refresh_tokens: `delete from auth.refresh_tokens r using auth.grants g
      where g.team_id = r.team_id and g.id = r.family_id and r.expires_at < now() - interval '30 days'`,
  };
  for (const [name, text] of Object.entries(statements))
    await operator.query({ name: `oauth.sweep_${name}`, text, values: [] });
}
