import type { TeamTx } from "@jst/db";
import { unknownId } from "@jst/directory";
import { validationFailed } from "@jst/errors";
import type { Contact } from "../../gen/rpc.ts";
import { contacts } from "./contact.ts";
import * as queries from "./queries.ts";

/** Members of a contact that a form asks for; `custom` has the team's own keys. */
export interface ContactAnswers {
  email?: string;
  phone?: string;
  first_name?: string;
  last_name?: string;
  company?: string;
  custom?: Readonly<Record<string, unknown>>;
}

/** Contact of the answers, and the change of it; absent if nothing changed. */
export interface Answering {
  id: string;
  op: "create" | "update" | undefined;
}

/** A contact that was named by its id, with the addresses that it had. */
export type NamedContact = Answering & Pick<Contact, "email" | "phone">;

const NAMING = ["email", "phone", "first_name", "last_name", "company"] as const;
/** Most members `custom` holds (contacts.members). */
const CUSTOM_MAX = 100;

/**
 * Fills empty members of the live contact with this id; validation_failed at contact_id if there is none. A member with
 * a value stays; so does an address that another contact has. Without anything to fill, nothing is written.
 */
export async function completeContact(
  tx: TeamTx,
  id: string,
  answered: ContactAnswers,
): Promise<NamedContact> {
  const locked = await contacts.store.lock(tx, id.toLowerCase());
  if (locked === undefined || locked.item.archived_at !== null)
    throw validationFailed([unknownId("contact", "contact_id")]);
  const { email, phone } = locked.item;
  return { ...(await fill(tx, locked.item, answered)), email, phone };
}

/**
 * Returns the live contact that the answered e-mail address identifies, with its empty members filled, or else a new
 * one; null if no answer names one. Another write may store the address meanwhile, so the transaction runs repeatedly
 * (`repeating` of the contacts).
 */
export async function answeredContact(tx: TeamTx, answered: ContactAnswers): Promise<Answering | null> {
  const holder = answered.email === undefined ? undefined : await lockHolder(tx, answered.email);
  if (holder !== undefined) return fill(tx, holder, answered);
  if (NAMING.every((name) => answered[name] === undefined)) return null;
  const draft = contacts.draft({ ...answered, source: "form" });
  const { body } = await contacts.insert(tx, draft, { baseUrl: "" });
  return { id: (JSON.parse(body as string) as Contact).id, op: "create" };
}

/** The live contact with the address, locked; undefined where it got another one while it was waited for. */
async function lockHolder(tx: TeamTx, email: string): Promise<Contact | undefined> {
  const id = await holderOf(tx, email);
  const locked = id === undefined ? undefined : await contacts.store.lock(tx, id);
  return locked !== undefined && (await holderOf(tx, email)) === id ? locked.item : undefined;
}

async function fill(
  tx: TeamTx,
  contact: Contact,
  { custom = {}, ...answered }: ContactAnswers,
): Promise<Answering> {
  const empty = Object.entries(answered).filter(([name]) => contact[name as keyof Contact] === null);
  const members: Record<string, unknown> = Object.fromEntries(empty);
  const { email } = members;
  if (typeof email === "string" && (await holderOf(tx, email)) !== undefined) delete members["email"];
  const kept = contact.custom;
  const added = Object.entries(custom).filter(([key]) => !Object.hasOwn(kept, key));
  const room = Math.max(0, CUSTOM_MAX - Object.keys(kept).length);
  if (added.length > 0 && room > 0)
    members["custom"] = { ...kept, ...Object.fromEntries(added.slice(0, room)) };
  if (Object.keys(members).length === 0) return { id: contact.id, op: undefined };
  await contacts.apply(tx, contact.id, { members: contacts.storedForm(members) }, undefined);
  return { id: contact.id, op: "update" };
}

async function holderOf(tx: TeamTx, email: string): Promise<string | undefined> {
  const identified = queries.findIdentified(tx.context.teamId, "email", email);
  return (await tx.query<queries.Identified>(identified))[0]?.id;
}
