import type { Handler } from "../../gen/rpc.ts";
import { contacts } from "./contact.ts";

/** Archives the contact and stores its contact.updated event in one transaction; archiving again changes nothing. */
export const archiveContact: Handler<"ArchiveContact"> = contacts.archive;
