import type { Statement, TeamTx } from "@jst/db";
import { namesContact } from "@jst/directory";
import { notFound } from "@jst/errors";
import { recordAudit } from "@jst/events";
import {
  fieldsOf,
  resourcePage,
  type Field,
  type Fields,
  type ListCall,
  type ListParameters,
  type Params,
  type ResourceList,
} from "@jst/query";
import { replyOf } from "@jst/resource";
import type { Call, Reply } from "@jst/rpc";

/** Document as a write answers it. */
export interface StoredDocument {
  id: string;
  body: string;
  version: number;
  /** True while the team tests: its events say so. */
  isTest: boolean;
}

/** Records what was done in the audit log, with the write (commerce.audit). */
export function recordAct(tx: TeamTx, resource: string, action: string, id: string): void {
  recordAudit(tx, { action, resource, resourceId: id, outcome: "success" });
}

/** Parts of a document that a reply shows. */
type ReplyParts = Pick<StoredDocument, "id" | "body" | "version">;

/** Time zone of the team, in which invoices are due. */
export interface Zone {
  timezone: string;
}

/** A document as the database has it. */
export interface ReadDocument extends Record<string, unknown> {
  body: string;
  version: number;
  /** True while the clock alone can change what the document shows, without a new version. */
  followsClock?: boolean;
}

/**
 * Answers a document, with 304 if the caller has its version and the clock changes nothing of it (commerce.etag).
 * Throws not_found if the statement finds none.
 */
export async function readReply(
  statement: Statement,
  call: Pick<Call<never>, "read" | "isKnown">,
): Promise<Reply> {
  const [row] = await call.read<ReadDocument>(statement);
  if (row === undefined) throw notFound();
  const { body, version, followsClock = false } = row;
  const headers = { etag: `"${version}"` };
  return !followsClock && call.isKnown(version) ? { status: 304, headers, body: "" } : { headers, body };
}

/** Makes the reply of a new document, with its Location. */
export function madeReply(
  stored: ReplyParts,
  plural: "invoices" | "quotes" | "subscriptions" | "checkout",
  { baseUrl }: Pick<Call<unknown>, "baseUrl">,
): Reply {
  const { headers, ...reply } = replyOf(stored);
  const location = `${baseUrl}/api/v1/commerce/${plural}/${stored.id}`;
  return { ...reply, headers: { ...headers, location } };
}

/** Makes a filter for the rows whose column has the value. */
export const isEqual = (column: string, kind: string) => (value: string, params: Params) =>
  `t.${column} = ${params.add(value, kind)}`;

/** Filters of every list of documents. */
const FILTERS = {
  contact_id: (id: string, params: Params) => namesContact("t.contact_id", params.add(id, "uuid")),
  currency: isEqual("currency", "text"),
  created_from: (text: string, params: Params) => `t.created_at >= ${params.addInstant(text)}`,
  created_to: (text: string, params: Params) => `t.created_at < ${params.addInstant(text)}`,
};

/** Field of a time that every document of the list has. */
export const timeField = (name: string) =>
  ({ name, kind: "datetime", sql: `t.${name}`, notNull: true }) as const;

/** Field of the total, by which every list of documents can be sorted. */
export const TOTAL = { name: "total", kind: "number", sql: "t.total", notNull: true } as const;

/** Returns the fields of a list of documents that has these of its own. */
export function documentFields(own: readonly Field[]): Fields {
  const id = { name: "id", kind: "uuid", sql: "t.id", notNull: true, sort: false } as const;
  return fieldsOf(timeField("created_at"), timeField("updated_at"), ...own, id);
}

/** List of one kind of document; `where` is SQL besides the team's own. */
type DocumentList<Query extends ListParameters> = Pick<ResourceList<Query>, "item" | "texts" | "filters"> & {
  fields: readonly Field[];
  where?: readonly string[];
};

/** Answers one page of the team's documents of a kind; an id that names nothing finds nothing. */
export async function listDocuments<Query extends ListParameters>(
  [plural, route]: readonly [plural: string, route: string],
  { query }: { query: Query },
  call: ListCall,
  { fields, filters, where = [], ...list }: DocumentList<Query>,
): Promise<Reply> {
  const whole: ResourceList<Query> = {
    ...list,
    plural,
    route: `commerce.v1.${route}`,
    from: `commerce.${plural} t`,
    fields: documentFields(fields),
    where: (params) => [`t.team_id = ${params.add(call.caller.team_id, "uuid")}`, ...where],
    filters: { ...FILTERS, ...filters } as ResourceList<Query>["filters"] & object,
  };
  return { body: await resourcePage(whole, query, call) };
}
