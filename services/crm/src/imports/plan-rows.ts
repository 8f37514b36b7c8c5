import type { TeamTx } from "@jst/db";
import type { FieldError } from "@jst/errors";
import type { ImportMatch, Judgement } from "@jst/importing";
import { isSameJson } from "@jst/resource";
import type { Contact } from "../../gen/rpc.ts";
import { contacts } from "../contacts/contact.ts";
import { keyOf } from "./contact-columns.ts";
import { consentsOf } from "./row-consents.ts";
import { bodyFaults, patchFaults } from "./row-faults.ts";
import { createBody, patchBody, rowMembers, type RowConsent, type RowMembers } from "./row-members.ts";
import { findHolders, findMatches, lockContacts, type Match, type UniqueMember } from "./matches.ts";

/** Row of a page, with the values of its cells. */
export interface PageRow {
  row: number;
  /** Id of the contact that the row names. */
  id: string | undefined;
  data: Readonly<Record<string, unknown>>;
  /** Faults that are found without the contacts: of its cells and of its owner. */
  errors: readonly { field: string; code: string; message: string }[];
  /** Faults that leave a cell empty, found without the contacts. */
  warnings?: readonly { field: string; code: string; message: string }[];
}

/** Effect of a row on the contacts as they are now. */
export interface RowPlan {
  row: PageRow;
  verdict: Judgement["verdict"];
  /** Contact that the row is matched with. */
  found: Contact | undefined;
  /** Body of a create or of a patch. */
  body: Record<string, unknown>;
  isRestore: boolean;
  consents: RowConsent[];
  errors: FieldError[];
}

/** Plans the rows of a page; with `isLocking` the matched contacts stay as they are until the transaction ends. */
export async function planRows(
  tx: TeamTx,
  match: ImportMatch | null,
  rows: readonly PageRow[],
  isLocking: boolean,
): Promise<RowPlan[]> {
  const by = match?.by ?? "id";
  const keys = match === null ? rows.map(() => null) : rows.map((row) => rowKey(row, by));
  const matches = await findMatches(tx, by, keys);
  const ids = [...matches.values()].flatMap((one) => (one === "ambiguous" ? [] : [one.id]));
  if (isLocking) await lockContacts(tx, ids);
  const images = ids.length === 0 ? [] : await contacts.store.findMany(tx, [...new Set(ids)]);
  const known = new Map(images.map(({ id, body }) => [id, JSON.parse(body) as Contact]));
  const plans = rows.map((row, at) => planRow(row, match, matches.get(at), known));
  for (const field of ["email", "external_id"] as const) await refuseTaken(tx, field, plans);
  return plans;
}

function rowKey({ id, data }: PageRow, by: string): string | null {
  const value = by === "id" ? id : data[by];
  return value === undefined || value === null ? null : keyOf(by, value);
}

function planRow(
  row: PageRow,
  match: ImportMatch | null,
  found: Match | "ambiguous" | undefined,
  known: ReadonlyMap<string, Contact>,
): RowPlan {
  const members = rowMembers(row.data);
  const before = found === undefined || found === "ambiguous" ? undefined : known.get(found.id);
  if (found === "ambiguous") return refused(row, ambiguous(match?.by ?? ""));
  if (before === undefined || found === undefined) return planNew(row, members, match);
  if (match?.on_match === "skip") return { ...refused(row), verdict: "skip", found: before };
  return planUpdate(row, members, before, found.isOwn ? undefined : match?.by);
}

const refused = (row: PageRow, ...errors: FieldError[]): RowPlan => ({
  ...{ row, verdict: "reject", found: undefined, body: {}, isRestore: false, consents: [], errors },
});

const ambiguous = (by: string): FieldError => ({
  field: `data.${by}`,
  code: "match_ambiguous",
  message: "Several contacts have this value. Merge them, or find contacts by another field.",
});

function planNew(row: PageRow, members: RowMembers, match: ImportMatch | null): RowPlan {
  if (match?.on_new === "skip") return { ...refused(row), verdict: "skip" };
  const message = "The team has no contact with this id. Leave the cell empty to create one.";
  if (row.id !== undefined) return refused(row, { field: "id", code: "not_found", message });
  const body = createBody(members);
  const { consents, errors } = consentsOf(members.consents, body, undefined);
  const faults = [...bodyFaults(body, row.errors.length > 0), ...errors];
  const verdict = faults.length > 0 ? "reject" : "create";
  return { row, verdict, found: undefined, body, isRestore: false, consents, errors: faults };
}

function planUpdate(row: PageRow, members: RowMembers, found: Contact, besides: string | undefined): RowPlan {
  const body = patchBody(members, found, besides);
  const isRestore = found.archived_at !== null && row.id === undefined;
  const { consents, errors } = consentsOf(members.consents, { ...found, ...body }, found);
  const { stored, faults: own } = patchFaults(body, found);
  const faults = [...own, ...errors];
  const isSame = Object.entries(stored).every(([name, value]) =>
    isSameJson(found[name as keyof Contact], value),
  );
  const isUnchanged = isSame && consents.length === 0 && !isRestore;
  const verdict = faults.length > 0 ? "reject" : isUnchanged ? "unchanged" : "update";
  return { row, verdict, found, body, isRestore, consents, errors: faults };
}

/** Rejects rows with a value of a unique member that another contact has (contacts.unique). */
async function refuseTaken(tx: TeamTx, field: UniqueMember, plans: readonly RowPlan[]): Promise<void> {
  const values = plans.map(({ verdict, found, body, isRestore }) => {
    if (verdict === "skip" || verdict === "unchanged") return null;
    const isArchived = found !== undefined && found.archived_at !== null && !isRestore;
    if (field === "email" && isArchived) return null;
    const value = body[field] ?? (isRestore ? found?.[field] : null);
    return typeof value === "string" ? value : null;
  });
  const holders = await findHolders(tx, field, values);
  for (const [at, holder] of holders) {
    const plan = plans[at];
    if (plan === undefined || plan.found?.id === holder) continue;
    const message = `The contact ${holder} already has this value. Find contacts by this field, or change the value.`;
    plan.errors.push({ field: `data.${field}`, code: "contact_exists", message });
    plan.verdict = "reject";
  }
}
