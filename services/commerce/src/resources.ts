import type { Resources } from "@jst/changes";
import { recordedInvoices } from "./invoices/recorded-invoices.ts";

/** What commerce records changes of. */
export const resources: Resources = { invoices: recordedInvoices };
