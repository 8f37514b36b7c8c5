import { until, withClient } from "@jst/testing";
import { jst } from "../../src/fleet.ts";
import type { AuditEntry, Decision, Delivery, StoredContact } from "../checker/history.ts";
import type { Parties, Party } from "./parties.ts";
import { readAll } from "./requests.ts";

/** The team's contacts, read as a customer reads them. */
export async function storedContacts({ team, token }: Party): Promise<StoredContact[]> {
  interface Contact {
    id: string;
    version: number;
    first_name: string;
    title: string;
  }
  const contacts = await readAll<Contact>(token, "/api/v1/contacts?limit=500", "contacts");
  return contacts.map(({ id, version, first_name, title }) => {
    return { team, id, version, name: first_name, marker: title };
  });
}

/** The table of deliveries, past the API: the feed is held against it. */
export async function storedDeliveries(databaseUrl: string, teams: readonly string[]): Promise<Delivery[]> {
  const text = `select id, endpoint_id as endpoint, team_id as team, event_id as event, type, status, attempts,
      payload->>'team_id' as "payloadTeam", payload#>>'{data,object,id}' as contact,
      (payload#>>'{data,object,version}')::int as version, payload#>>'{data,object,title}' as marker
    from webhooks.deliveries where team_id = any($1::uuid[]) order by team_id, created_at, id`;
  return withClient(databaseUrl, async (client) => (await client.query<Delivery>(text, [teams])).rows);
}

/** Counts the backlog of these teams: events without their deliveries, and deliveries that have not ended. */
export async function backlogOf(databaseUrl: string, teams: readonly string[]): Promise<number> {
  const text = `select
      (select count(*) from webhooks.deliveries where team_id = any($1::uuid[]) and status = 'pending')
      + (select count(*) from crm.outbox o
        where o.team_id = any($1::uuid[]) and o.type like 'contact.%' and not exists (
          select from webhooks.deliveries d where d.team_id = o.team_id and d.event_id = o.id
        )) as left`;
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ left: string }>(text, [teams]);
    return Number(rows[0]?.left);
  });
}

/** When the broker last acknowledged an event of crm, milliseconds of Unix time; 0 when it has none that is known. */
export async function acknowledgedAt(databaseUrl: string): Promise<number> {
  const text = `select coalesce(max((a.value ->> 'at')::float8), 0) as at
    from crm.relay_position p cross join jsonb_each(p.acknowledged) a`;
  return withClient(
    databaseUrl,
    async (client) => (await client.query<{ at: number }>(text)).rows[0]?.at ?? 0,
  );
}

/** The careful team's changesets, with whether their approval was acknowledged. */
export async function storedDecisions(
  { careful }: Parties,
  approved: ReadonlySet<string>,
): Promise<Decision[]> {
  const path = "/api/v1/changesets?limit=500";
  const all = await readAll<{ id: string; status: string; proposed_by: { type: string } }>(
    careful.token,
    path,
    "changesets",
  );
  const proposed = all.filter(({ proposed_by }) => proposed_by.type === "human");
  return proposed.map(({ id, status }) => ({ changeset: id, status, isApproved: approved.has(id) }));
}

/** Until an entry that was recorded with its act has come to the log: outbox, relay, broker, writer. */
const auditPatienceMs = 60_000;

/** Reads the audit entries of change sets, once there is one for every act; or those after the wait. */
export async function auditOf(parties: Parties, decisions: readonly Decision[]): Promise<AuditEntry[]> {
  const acts = decisions.length + decisions.filter(({ status }) => status === "executed").length;
  let entries: AuditEntry[] = [];
  const isWhole = async () => {
    entries = await auditEntries(parties);
    return entries.length >= acts ? true : undefined;
  };
  await until("every act is in the audit log", auditPatienceMs, isWhole).catch(() => undefined);
  return entries;
}

async function auditEntries({ careful }: Parties): Promise<AuditEntry[]> {
  const path = "/api/v1/audit?limit=200&resource=changesets&outcome=success";
  const entries = await readAll<{ resource_id: string; action: string }>(careful.token, path, "audit");
  return entries.map(({ resource_id, action }) => ({ changeset: resource_id, action }));
}

/** Returns the faults that `jst audit verify` finds in the careful team's chain. */
export async function brokenChains({ careful }: Parties): Promise<string[]> {
  const verified = await jst<unknown>("audit", "verify", "--team", careful.slug).catch((error: unknown) =>
    String(error),
  );
  return typeof verified === "string" ? [verified] : [];
}
