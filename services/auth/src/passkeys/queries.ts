import { instant, type TeamTx } from "@jst/db";
import type { Passkey } from "../../gen/rpc.ts";
import type { Operator } from "../operator.ts";
import { HAS_OWN_PROVIDER } from "../teams/sign-in-keys.ts";

/** Passkeys that a member has at most (passkeys.create). */
export const PASSKEYS_MAX = 10;

/** SQL of a passkey as the API shows it, over the row `p`. */
const SHOWN = `p.id, p.name, p.rp_id as host, ${instant("p.created_at")} as created_at,
  ${instant("p.last_used_at")} as last_used_at`;

export type ShownPasskey = Passkey & Record<string, unknown>;

/** A member in the database. */
export interface MemberKey {
  teamId: string;
  memberId: string;
}

/** Lists the member's passkeys, oldest first. */
export function listOwn(operator: Operator, { teamId, memberId }: MemberKey): Promise<ShownPasskey[]> {
  return operator.query<ShownPasskey>({
    name: "passkeys.list",
    text: `select ${SHOWN} from auth.passkeys p where p.team_id = $1 and p.member_id = $2 order by p.created_at, p.id`,
    values: [teamId, memberId],
  });
}

/** A credential as options name it. */
export interface NamedCredential extends Record<string, unknown> {
  credential_id: Buffer;
  transports: string[];
}

/** Lists the member's credentials of the host. */
export function credentialsOf(
  operator: Operator,
  { teamId, memberId }: MemberKey,
  rpId: string,
): Promise<NamedCredential[]> {
  return operator.query<NamedCredential>({
    name: "passkeys.credentials",
    text: `select p.credential_id, p.transports from auth.passkeys p
      where p.team_id = $1 and p.member_id = $2 and p.rp_id = $3 order by p.created_at, p.id`,
    values: [teamId, memberId, rpId],
  });
}

/** A passkey, and its member in a team that lives. */
export interface FoundPasskey extends NamedCredential {
  id: string;
  team_id: string;
  member_id: string;
  public_key: Buffer;
  counter: number;
  /** The team has no provider of its own: its members may sign in with passkeys. */
  signs_in: boolean;
}

/**
 * Finds the passkey of the credential on the host, unless the host is another team's; undefined without one, and where
 * its member is gone.
 */
export async function findPasskey(
  operator: Operator,
  credentialId: Buffer,
  rpId: string,
): Promise<FoundPasskey | undefined> {
  const [found] = await operator.query<FoundPasskey>({
    name: "passkeys.find",
    text: `select p.id, p.team_id, p.member_id, p.credential_id, p.public_key, p.counter::float8 as counter, p.transports,
        not ${HAS_OWN_PROVIDER} as signs_in
      from auth.passkeys p
      join auth.teams t on t.team_id = p.team_id
      join auth.members m on m.team_id = p.team_id and m.id = p.member_id
      where p.credential_id = $1 and p.rp_id = $2 and t.deleted_at is null and m.suspended_at is null
        and not exists (select from auth.hosts h where h.host = $2 and h.team_id <> p.team_id)`,
    values: [credentialId, rpId],
  });
  return found;
}

/**
 * Stores the count of a signature; false where the passkey or its member is gone, or another signature counted as far.
 */
export async function noteUse(
  operator: Operator,
  { team_id: teamId, member_id: memberId, id }: Pick<FoundPasskey, "team_id" | "member_id" | "id">,
  counter: number,
): Promise<boolean> {
  const noted = await operator.query({
    name: "passkeys.use",
    // The member is locked first, as the removal of a member does.
    text: `with member as (
        select id from auth.members where team_id = $1 and id = $4 and suspended_at is null for no key update
      )
      update auth.passkeys p set counter = $3, last_used_at = now() from member
      where p.team_id = $1 and p.id = $2 and p.member_id = member.id
        and (p.counter < $3 or (p.counter = 0 and $3 = 0)) returning p.id`,
    values: [teamId, id, counter, memberId],
  });
  return noted.length > 0;
}

/** A passkey to be stored. */
export interface PasskeyRow {
  memberId: string;
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: readonly string[];
  rpId: string;
  name: string;
}

/** Locks the passkeys of a member, and counts them; undefined where the member is gone. */
export async function lockPasskeys(tx: TeamTx, memberId: string): Promise<number | undefined> {
  const [member] = await tx.query({
    name: "passkeys.lock",
    text: "select id from auth.members where team_id = $1 and id = $2 and suspended_at is null for no key update",
    values: [tx.context.teamId, memberId],
  });
  if (member === undefined) return undefined;
  const [row] = await tx.query<{ count: number }>({
    name: "passkeys.count",
    text: "select count(*)::int as count from auth.passkeys where team_id = $1 and member_id = $2",
    values: [tx.context.teamId, memberId],
  });
  return row?.count ?? 0;
}

/** Stores a passkey; undefined where the credential is somebody's already. */
export async function insertPasskey(tx: TeamTx, row: PasskeyRow): Promise<ShownPasskey | undefined> {
  const { memberId, credentialId, publicKey, counter, transports, rpId, name } = row;
  const [stored] = await tx.query<ShownPasskey>({
    name: "passkeys.insert",
    text: `insert into auth.passkeys as p (team_id, member_id, credential_id, public_key, counter, transports, rp_id, name)
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (credential_id) do nothing
      returning ${SHOWN}`,
    values: [tx.context.teamId, memberId, credentialId, publicKey, counter, transports, rpId, name],
  });
  return stored;
}

/** Renames a passkey of the member; undefined where the member has no such one. */
export async function renameOwn(
  tx: TeamTx,
  memberId: string,
  { id, name }: { id: string; name: string | undefined },
): Promise<{ passkey: ShownPasskey; isChanged: boolean } | undefined> {
  const [renamed] = await tx.query<ShownPasskey & { former: string }>({
    name: "passkeys.rename",
    text: `update auth.passkeys p set name = coalesce($4, p.name)
      from (select id, name from auth.passkeys where team_id = $1 and member_id = $2 and id = $3 for update) o
      where p.team_id = $1 and p.id = o.id returning ${SHOWN}, o.name as former`,
    values: [tx.context.teamId, memberId, id, name ?? null],
  });
  if (renamed === undefined) return undefined;
  const { former, ...passkey } = renamed;
  return { passkey, isChanged: former !== passkey.name };
}

/** Deletes a passkey of the member; false where the member has no such one. */
export async function deleteOwn(tx: TeamTx, memberId: string, id: string): Promise<boolean> {
  const deleted = await tx.query({
    name: "passkeys.delete",
    text: "delete from auth.passkeys where team_id = $1 and member_id = $2 and id = $3 returning id",
    values: [tx.context.teamId, memberId, id],
  });
  return deleted.length > 0;
}
