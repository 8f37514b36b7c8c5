import type { Handler } from "../../gen/rpc.ts";
import { contacts } from "./contact.ts";

/** Merges the patch into the contact, or restores it, with its contact.updated event in one transaction. */
export const updateContact: Handler<"UpdateContact"> = contacts.update;
