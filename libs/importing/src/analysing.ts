import type { Source } from "@jst/tabular/read";
import { readBase } from "./airtable/read-base.ts";
import { guessedParts } from "./guessed-parts.ts";
import { saveImport } from "./import-queries.ts";
import { noCounts, type ImportPart, type SourceFacts, type StoredImport } from "./import.ts";
import { isClean } from "./mapping-faults.ts";
import { asNewColumn, mergedParts } from "./merged-parts.ts";
import { withSource } from "./pinned-source.ts";
import { fenced, workContext, type Attempt } from "./work.ts";

/** Reads the source of an import and stores its parts with guesses (imports.analysis). */
export async function analyse<Deps>(attempt: Attempt<Deps>, stored: StoredImport): Promise<void> {
  const context = workContext(attempt.teamId);
  const { timezone: timeZone, default_country: country } = stored.options;
  const values = { timeZone, country: country ?? undefined };
  const read = stored.source.kind === "airtable" ? await readBase(attempt, stored) : {};
  const found = await withSource(attempt, context, stored, async (source, base) => {
    const parts = await guessedParts(source, values, attempt.teamId);
    const facts = { ...factsOf(source, stored.source), ...read };
    const suggested = await attempt.targets.suggest?.({
      ...{ source, base, parts, name: stored.source.name, teamId: attempt.teamId, options: stored.options },
      read: (statement) => attempt.database.read(context, statement),
      preset: stored.source.stated?.preset,
      sentTarget: stored.sent?.find(({ index }) => index === 0)?.target?.kind,
      isUnmapped: stored.parts.length === 0 && stored.sent === null,
    });
    const { preset = null, parts: mapped = parts } = suggested ?? {};
    return { facts: { ...facts, preset }, parts, mapped };
  });
  await attempt.database.write(context, async (tx) => {
    const current = await fenced(tx, attempt, stored);
    const own = remapped(unsent(found.mapped, found.parts, current), current.parts);
    const parts = mergedParts(own, current.sent ?? []);
    const total = parts.reduce((sum, { rows }) => sum + rows, 0);
    const facts = {
      parts,
      source: found.facts,
      counts: { ...noCounts, total },
      progress: { done: 0, total },
    };
    await tx.query(saveImport(attempt.teamId, stored.id, { ...facts, status: "analysed" }));
    if (current.run_when_clean && isClean(parts))
      await tx.query(saveImport(attempt.teamId, stored.id, { status: "checking" }));
  });
}

/** Returns suggested parts; one whose columns a caller has mapped has the target of the suggestion alone. */
function unsent(
  suggested: readonly ImportPart[],
  plain: readonly ImportPart[],
  { sent }: Pick<StoredImport, "sent">,
): ImportPart[] {
  const mapped = new Set(
    (sent ?? []).filter(({ columns }) => columns?.some(({ to }) => to)).map(({ index }) => index),
  );
  return suggested.map((part, at) =>
    mapped.has(part.index) ? { ...part, ...plain[at], target: part.target } : part,
  );
}

function factsOf({ format, encoding, delimiter, header, guessed }: Source, source: SourceFacts): SourceFacts {
  return { ...source, format, encoding, delimiter, header, guessed };
}

/** Returns parts with the mapping that they had before, where their columns are the same. */
function remapped(parts: readonly ImportPart[], former: readonly ImportPart[]): ImportPart[] {
  return parts.map((part, at) => {
    const before = former[at];
    const headers = ({ columns }: ImportPart) => JSON.stringify(columns.map(({ header }) => header));
    if (before === undefined) return part;
    if (headers(before) !== headers(part)) return asNewAgain(part, before);
    const columns = part.columns.map((column, index) => {
      const { to, on_empty, on_error, on_unknown, link_by } = before.columns[index] ?? column;
      const isAnswered = column.question === "link" && before.columns[index]?.question === null;
      const question = isAnswered ? null : column.question;
      return { ...column, to, on_empty, on_error, on_unknown, link_by, question };
    });
    return { ...part, target: before.target, match: before.match, columns };
  });
}

/** Returns a part with other columns than before, which go to the new table that a person has seen. */
function asNewAgain(part: ImportPart, { name, target }: ImportPart): ImportPart {
  if (part.target !== null || target?.kind !== "new_table" || name !== part.name) return part;
  return { ...part, target, columns: part.columns.map(asNewColumn(part.columns)) };
}
