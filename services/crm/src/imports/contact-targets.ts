import type { TeamTx } from "@jst/db";
import { validationFailed, type FieldError } from "@jst/errors";
import type {
  ImportPart,
  ImportPlan,
  Judgement,
  OpenTarget,
  ReadRow,
  Targets,
  WaitingRow,
  WriteOutcome,
} from "@jst/importing";
import { contactPresets, suggestedContacts } from "@jst/importing/contacts";
import type { Call } from "@jst/rpc";
import type { Contact } from "../../gen/rpc.ts";
import { contacts, quietContacts } from "../contacts/contact.ts";
import type { Deps } from "../deps.ts";
import { contactColumns, KEYS } from "./contact-columns.ts";
import { withOwners } from "./owners.ts";
import { planRows, type RowPlan } from "./plan-rows.ts";
import { publishConsents } from "./row-consents.ts";

/** Targets of imports into contacts (imports.contacts). */
export const contactTargets: Targets<Deps> = {
  features: { presets: contactPresets, isQuietable: true },
  suggest: ({ parts, preset, source }) => Promise.resolve(suggestedContacts(parts, preset, source)),
  open: openContacts,
  titlesOf: () => Promise.resolve(["contacts"]),
};

function openContacts(
  call: Call<Deps>,
  part: ImportPart,
  at: string,
  stored: ImportPlan,
): Promise<OpenTarget> {
  const errors: FieldError[] = [];
  if (part.target?.kind !== "contacts")
    errors.push({
      field: `${at}.target.kind`,
      code: "invalid_value",
      message:
        "This import goes into contacts. Send contacts, or import into tables with POST /api/v1/data/imports.",
    });
  const columns = contactColumns(part, at, errors);
  checkMatch(part, at, errors);
  if (errors.length > 0) return Promise.reject(validationFailed(errors));
  return Promise.resolve({
    columns,
    stamp: "contacts",
    judge: (rows, store) => judgeRows(call, part, rows, store),
    write: (rows, store) => writeRows({ call, part, stored }, rows, store),
  });
}

function checkMatch({ match, columns }: ImportPart, at: string, errors: FieldError[]): void {
  const field = `${at}.match.by`;
  if (columns.some(({ to }) => to?.field === "id") && match?.by !== "id")
    errors.push({
      field,
      code: "conflict",
      message: "A column goes to the id of the contact. Send match by id, or leave the column out.",
    });
  if (match !== null && !KEYS.includes(match.by))
    errors.push({
      field,
      code: "not_unique",
      message: `Contacts are found by ${KEYS.join(", ")}. Choose one of them.`,
    });
}

/** Judges rows by the code that writes contacts, and runs `store` in the same transaction. */
async function judgeRows(
  call: Call<Deps>,
  part: ImportPart,
  rows: readonly ReadRow[],
  store: (tx: TeamTx, judgements: readonly Judgement[]) => Promise<void>,
): Promise<void> {
  const page = await withOwners(
    call,
    part,
    rows.map(({ row, id, data, errors }) => ({ row, id, data, errors })),
  );
  await call.write(async (tx) => {
    const plans = await planRows(tx, part.match, page, false);
    await store(
      tx,
      plans.map(({ row, verdict, found, errors }, at) => ({
        row: row.row,
        verdict,
        recordId: found?.id ?? null,
        version: found?.version ?? null,
        // The row has the faults of its cells already.
        errors: [...row.errors.slice(rows[at]?.errors.length ?? 0), ...errors],
        warnings: [...(row.warnings ?? [])],
      })),
    );
    return { body: "" };
  });
}

interface OpenContacts {
  call: Call<Deps>;
  part: ImportPart;
  stored: ImportPlan;
}

/** Writes each row of a page that still fits, and runs `store` in the same transaction (imports.run). */
async function writeRows(
  open: OpenContacts,
  rows: readonly WaitingRow[],
  store: (tx: TeamTx, outcomes: readonly WriteOutcome[]) => Promise<void>,
): Promise<void> {
  const { call, part } = open;
  const { match } = part;
  const isById = match?.by === "id";
  const page = await withOwners(
    call,
    part,
    rows.map(({ row, record_id: id, data }) => ({
      ...{ row, data, errors: [], id: isById && id !== null ? id : undefined },
    })),
  );
  // A contact that came into being meanwhile is found by the second attempt.
  await contacts.repeating(() =>
    call.write(async (tx) => {
      const plans = await planRows(tx, match, page, true);
      const outcomes: WriteOutcome[] = [];
      for (const [at, plan] of plans.entries()) {
        const waiting = rows[at];
        if (waiting !== undefined) outcomes.push(await written(tx, open, plan, waiting));
      }
      await store(tx, outcomes);
      return { body: "" };
    }),
  );
}

/** Writes a row whose verdict is still that of the check, on the version that was judged. */
async function written(
  tx: TeamTx,
  { call, stored }: OpenContacts,
  plan: RowPlan,
  { row, verdict, record_id: id, base_version: version }: WaitingRow,
): Promise<WriteOutcome> {
  const isSame =
    plan.row.errors.length === 0 &&
    plan.verdict === verdict &&
    (verdict === "create" || (plan.found?.id === id && plan.found.version === version));
  if (!isSame) return { row, state: "changed", record_id: null, errors: movedFaults(plan) };
  const resource = stored.options.events === false ? quietContacts : contacts;
  const { body, isRestore } = plan;
  const reply =
    plan.found === undefined
      ? await resource.insert(tx, resource.draft(body), call)
      : await resource.apply(tx, plan.found.id, { members: resource.storedForm(body), isRestore }, undefined);
  const contact = (typeof reply.body === "string" ? JSON.parse(reply.body) : reply.body) as Contact;
  publishConsents(tx, plan.consents, contact, { import_id: stored.id, row });
  return { row, state: "written", record_id: contact.id, errors: [] };
}

const MOVED = {
  field: "",
  code: "version_conflict",
  message: "The contact was changed after the check. Check the import again.",
};

function movedFaults({ row, errors }: RowPlan): WriteOutcome["errors"] {
  const faults = [...row.errors, ...errors];
  return faults.length > 0 ? faults : [MOVED];
}
