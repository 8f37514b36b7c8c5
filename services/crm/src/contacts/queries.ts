import type { Row, Statement, TeamTx } from "@jst/db";

/** Reads the id of the contact with an external id, archived or not. */
export function findByExternalId(teamId: string, externalId: string): Statement {
  const text = "select id from crm.contacts where team_id = $1 and external_id = $2";
  return { name: "crm.contacts.by_external_id", text, values: [teamId, externalId] };
}

/** A live contact that an address identifies; `is_primary` unless the address is an additional one of the contact. */
export interface Identified extends Row {
  id: string;
  is_primary: boolean;
}

/**
 * Reads the live contact that an e-mail address or telephone number identifies, in any spelling. The contact with the
 * primary address wins, then the oldest with an additional one (contacts.known-address).
 */
export function findIdentified(teamId: string, kind: "email" | "phone", address: string): Statement {
  const folded = { email: "platform.folded_email($2)", phone: "$2" }[kind];
  const primary = `${kind === "email" ? "c.email_key" : "c.phone"} = ${folded}`;
  const form = kind === "email" ? `crm.compared(${folded})` : folded;
  const text = `select c.id, coalesce(${primary}, false) as is_primary
from crm.contact_keys k
join crm.contacts c on c.team_id = k.team_id and c.id = k.contact_id
where k.team_id = $1 and k.reason = '${kind}' and k.key = md5(${form})::uuid and c.archived_at is null
order by 2 desc, c.created_at, c.id limit 1`;
  return { name: `crm.contacts.identified.${kind}`, text, values: [teamId, address] };
}

/** Stores other derived names of contacts that this transaction has just written; that write's version is theirs. */
export async function storeDerivedNames(tx: TeamTx, names: ReadonlyMap<string, string>): Promise<void> {
  const text = `update crm.contacts c set display_name = d.name
from unnest($2::uuid[], $3::text[]) d(id, name)
where c.team_id = $1 and c.id = d.id and not c.is_name_set`;
  const values = [tx.context.teamId, [...names.keys()], [...names.values()]];
  await tx.query({ name: "crm.contacts.derived_names", text, values });
}
