import type { Handler } from "../../gen/rpc.ts";
import { contacts } from "./contact.ts";

/** Answers one contact, archived or not; 304 when the caller already has this version. */
export const getContact: Handler<"GetContact"> = contacts.read;
