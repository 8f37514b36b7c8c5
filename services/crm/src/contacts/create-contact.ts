import type { Handler } from "../../gen/rpc.ts";
import { contacts } from "./contact.ts";

/** Stores the contact and its contact.created event in one transaction. */
export const createContact: Handler<"CreateContact"> = contacts.create;
