import type { Handler } from "../../gen/rpc.ts";
import { contacts } from "./contact.ts";

/** Answers one page of the team's contacts, the archived ones where they are asked for. */
export const listContacts: Handler<"ListContacts"> = contacts.page;
