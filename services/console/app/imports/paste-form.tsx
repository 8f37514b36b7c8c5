import { useState } from "react";
import { Button } from "react-aria-components";
import type { Table } from "../data/tables.ts";
import { editorOf } from "../data/writing-kinds.ts";
import type { ManyRows } from "../grid/clipboard.ts";
import { Select } from "../parts/select.tsx";
import { FACTS, PASTE } from "../words/imports.ts";
import { isHeaded, pastedImport, type PastedImport } from "./pasted-rows.ts";
import { SourceOutcome, useSource } from "./use-source.tsx";

interface PasteFormOf {
  table: Table;
  many: ManyRows;
  onDone: () => void;
}

/** Shows where many pasted rows go, and imports them (console.paste-many). */
export function PasteForm({ table, many, onDone }: PasteFormOf) {
  const columns = (table.columns ?? []).filter((column) => editorOf(column) !== undefined);
  const into = { id: table.id, columns };
  const [hasHeader, setHeader] = useState(() => (isHeaded(many, into) ? "yes" : "no"));
  const made = pastedImport(many, into, hasHeader === "yes");
  const mapped = { parts: [made.part], run_when_clean: true };
  const { send, ...source } = useSource({ kind: "data", into: table, mapped, onDone });
  if (source.isBusy) return <SourceOutcome {...source} />;
  return (
    <div className="form">
      <p>{PASTE.why(made.rows)}</p>
      <Select
        label={FACTS.labels.header}
        of={{ yes: FACTS.header, no: FACTS.noHeader }}
        is={hasHeader}
        onChange={setHeader}
      />
      {made.goals.length === 0 ? (
        <p className="fault">{PASTE.nothing}</p>
      ) : (
        <>
          <p>{PASTE.columns(made.goals.map(({ display_name: title }) => title))}</p>
          <p>{goesTo(made, many, hasHeader === "yes")}</p>
        </>
      )}
      {made.leftOut > 0 && <p>{PASTE.leftOut(made.leftOut)}</p>}
      <SourceOutcome {...source} />
      {made.goals.length > 0 && (
        <Button className="main" onPress={() => send({ text: made.text })}>
          {PASTE.does(made.rows)}
        </Button>
      )}
    </div>
  );
}

/** Names the rows of the table that the pasted ones change. */
function goesTo(
  { part: { match }, rows, goals }: PastedImport,
  { ids }: ManyRows,
  isHeaded: boolean,
): string {
  if (!isHeaded) {
    const there = ids.filter((id) => id !== "").length;
    return PASTE.covers(there, rows - there);
  }
  if (match === null || match === undefined) return PASTE.covers(0, rows);
  return PASTE.found(goals.find(({ name }) => name === match.by)?.display_name ?? PASTE.id);
}
