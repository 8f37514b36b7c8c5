import { guessPart, type ColumnFacts, type PartFacts } from "@jst/tabular/guess";
import type { Part, Row, Source } from "@jst/tabular/read";
import type { ValueContext } from "@jst/tabular/values";
import { ownStretch } from "@jst/jobs/stretches";
import type { ImportColumn, ImportPart } from "./import.ts";

/** Rows that are read before other work of the process has its turn. */
const STRETCH_ROWS = 100;

/** Reads rows in stretches, so that the process answers other requests meanwhile (operation.neighbours). */
export async function* paced(rows: AsyncIterable<Row>, teamId: string): AsyncGenerator<Row, void, undefined> {
  let read = 0;
  for await (const row of rows) {
    if (read % STRETCH_ROWS === 0) await ownStretch(teamId);
    read += 1;
    yield row;
  }
}

/** Reads all rows of a source and makes its parts, whose columns go nowhere yet. */
export async function guessedParts(
  source: Source,
  context: ValueContext,
  teamId: string,
): Promise<ImportPart[]> {
  const parts: ImportPart[] = [];
  for (const part of source.parts) {
    const facts = await guessPart({ ...part, rows: () => paced(part.rows(), teamId) }, context);
    parts.push(partOf(part, facts));
  }
  return parts;
}

function partOf({ index, name, columns }: Part, facts: PartFacts): ImportPart {
  return {
    index,
    name,
    rows: facts.rows,
    faulty: facts.faulty,
    target: null,
    match: null,
    losses: [],
    columns: facts.columns.map((column, at) => columnOf(column, at, columns[at] ?? "")),
  };
}

function columnOf(facts: ColumnFacts, index: number, header: string): ImportColumn {
  return {
    index,
    header,
    samples: facts.samples,
    empty: facts.empty,
    distinct: facts.distinct,
    guess: { ...facts.guess, ...optionsOf(facts) },
    to: null,
    on_empty: "keep",
    on_error: "reject",
    on_unknown: "reject",
    link_by: null,
    decimal: facts.decimal,
    date_order: facts.date_order,
    question: facts.question,
    ...(facts.unread !== undefined && { unread: facts.unread }),
  };
}

/** Settings that a new column of the guessed type needs. */
function optionsOf({ guess: { type }, currency, choices }: ColumnFacts): {
  options?: Record<string, unknown>;
} {
  if (type === "currency" && currency !== null) return { options: { currency } };
  if (choices !== null) return { options: { options: choices.map((value) => ({ value })) } };
  return {};
}
