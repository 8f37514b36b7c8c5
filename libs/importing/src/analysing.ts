import type { Source } from "@jst/tabular/read";
import { guessedParts } from "./guessed-parts.ts";
import { saveImport } from "./import-queries.ts";
import { noCounts, type ImportPart, type Preset, type SourceFacts, type StoredImport } from "./import.ts";
import { isClean } from "./mapping-faults.ts";
import { mergedParts } from "./merged-parts.ts";
import { airtableParts } from "./presets/airtable-csv.ts";
import { withSource } from "./pinned-source.ts";
import { fenced, workContext, type Attempt } from "./work.ts";

/** Reads the source of an import and stores its parts with guesses (imports.analysis). */
export async function analyse<Deps>(attempt: Attempt<Deps>, stored: StoredImport): Promise<void> {
  const context = workContext(attempt.teamId);
  const { timezone: timeZone, default_country: country } = stored.options;
  const values = { timeZone, country: country ?? undefined };
  const found = await withSource(attempt, context, stored, async (source) => {
    const parts = await guessedParts(source, values, attempt.teamId);
    return {
      facts: factsOf(source, stored.source),
      ...(await preset(source, stored, { parts, teamId: attempt.teamId })),
    };
  });
  await attempt.database.write(context, async (tx) => {
    const current = await fenced(tx, attempt, stored);
    const parts = mergedParts(remapped(found.parts, current.parts), current.sent ?? []);
    const total = parts.reduce((sum, { rows }) => sum + rows, 0);
    const facts = {
      parts,
      preset: found.preset,
      source: found.facts,
      counts: { ...noCounts, total },
      progress: { done: 0, total },
    };
    await tx.query(saveImport(attempt.teamId, stored.id, { ...facts, status: "analysed" }));
    if (current.run_when_clean && isClean(parts))
      await tx.query(saveImport(attempt.teamId, stored.id, { status: "checking" }));
  });
}

/** Maps the parts as the preset of the import does; an archive without another mapping is one of a base. */
async function preset(
  source: Source,
  { preset: sent, sent: patches, parts: former, source: { name: fileName } }: StoredImport,
  found: { parts: ImportPart[]; teamId: string },
): Promise<{ parts: ImportPart[]; preset: Preset | null }> {
  const isFirst = former.length === 0;
  const isBase = isFirst && patches === null && source.format === "zip";
  const chosen = sent ?? (isBase ? "airtable_csv" : null);
  if (chosen === null) return { parts: found.parts, preset: null };
  return { parts: await airtableParts(source, { ...found, fileName }), preset: chosen };
}

function factsOf({ format, encoding, delimiter, header, guessed }: Source, source: SourceFacts): SourceFacts {
  return { ...source, format, encoding, delimiter, header, guessed };
}

/** Returns parts with the mapping that they had before, where their columns are the same. */
function remapped(parts: readonly ImportPart[], former: readonly ImportPart[]): ImportPart[] {
  return parts.map((part, at) => {
    const before = former[at];
    const headers = ({ columns }: ImportPart) => JSON.stringify(columns.map(({ header }) => header));
    if (before === undefined || headers(before) !== headers(part)) return part;
    const columns = part.columns.map((column, index) => {
      const { to, on_empty, on_error, on_unknown, link_by } = before.columns[index] ?? column;
      const isAnswered = column.question === "link" && before.columns[index]?.question === null;
      const question = isAnswered ? null : column.question;
      return { ...column, to, on_empty, on_error, on_unknown, link_by, question };
    });
    return { ...part, target: before.target, match: before.match, columns };
  });
}
