import type { Handler } from "../../gen/rpc.ts";
import { addressOf } from "../people/address.ts";
import { findContact } from "../people/contacts.ts";
import { consents } from "./consent.ts";

/** Answers one page of records, newest first; those of a contact are those of its present addresses. */
export const listConsents: Handler<"ListConsents"> = async ({ query, ...input }, call) => {
  const { contact_id: id } = query;
  if (id === undefined) return consents.page({ ...input, query }, call);
  const contact = await findContact(call, id);
  const own = [contact?.email, contact?.phone].map((text) => addressOf(text ?? "")?.folded);
  const addresses = [id.toLowerCase(), ...own.filter((address) => address !== undefined)];
  return consents.page({ ...input, query: { ...query, contact_id: addresses.join(" ") } }, call);
};
