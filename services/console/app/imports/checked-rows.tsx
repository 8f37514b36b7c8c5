import { answered } from "@jst/client";
import { useState } from "react";
import { api, type Schemas } from "../api.ts";
import type { Table } from "../data/tables.ts";
import { Choices } from "../parts/choices.tsx";
import { Listing, type At } from "../parts/listing.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { useSession } from "../session/session.ts";
import { CHECKED, VERDICTS, type Verdict } from "../words/imports.ts";
import { goalsOf, valuesOf } from "./goals.ts";
import type { Import } from "./imports.ts";
import { pathOfImport, ROUTES, useKind } from "./kind.ts";
import { sourceOf } from "./linking.ts";

type ImportRow = Schemas["ImportRow"];

interface CheckedRowsOf {
  of: Import;
  tables: ReadonlyMap<string, Table>;
}

type View = Verdict | "changed" | "warned";

/** The rows of an import by their verdicts, and why rows are rejected. */
export function CheckedRows({ of, tables }: CheckedRowsOf) {
  const { counts } = of;
  const verdicts = (Object.keys(VERDICTS) as Verdict[]).filter((one) => counts[one] > 0);
  const { changed, warned = 0 } = counts;
  const views: View[] = [
    ...(changed > 0 ? ["changed" as const] : []),
    ...verdicts,
    ...(warned > 0 ? ["warned" as const] : []),
  ];
  const [chosen, setChosen] = useState<View>();
  const shown = views.find((one) => one === chosen) ?? views[0];
  if (shown === undefined) return null;
  const labelFor = (one: View) => {
    if (one === "changed") return CHECKED.changed(changed);
    return one === "warned" ? CHECKED.warned(warned) : CHECKED.countOf(one, counts[one]);
  };
  const labels = Object.fromEntries(views.map((one) => [one, labelFor(one)])) as Record<View, string>;
  return (
    <section className="checked">
      <h2>{CHECKED.title}</h2>
      <Choices label={CHECKED.which} of={labels} is={shown} onChoose={setChosen} />
      <RowsOf key={shown} {...{ of, tables, shown }} />
    </section>
  );
}

function RowsOf({ of, tables, shown }: CheckedRowsOf & { shown: View }) {
  const kind = useKind();
  const narrowed = narrowedTo(shown);
  const read = (at: At) => {
    const params = { path: pathOfImport(of.id), query: { ...narrowed, ...at } };
    return answered(api.GET(ROUTES[kind].rows, { params }));
  };
  const isFaulty = shown === "reject" || shown === "changed";
  const { timezone } = useSession().team;
  const parts = of.parts ?? [];
  const titles = new Map(parts.length > 1 ? parts.map((part) => [part.index, sourceOf(part)]) : []);
  const goals = new Map(parts.map((part) => [part.index, goalsOf(part, tables)]));
  return (
    <Listing
      queryKey={["import rows", of.id, of.checked_at, shown]}
      read={read}
      items={({ rows }) => rows}
      file={{
        path: `${ROUTES[kind].all}/${of.id}/rows`,
        query: { ...narrowed, warned: narrowed.warned?.toString() },
      }}
      none={<p>{CHECKED.none}</p>}
    >
      {(rows) => (
        <ThingsTable
          name={labelOf(shown)}
          things={rows.map((row) => ({ ...row, id: `${row.part} ${row.row}` }))}
          columns={{
            [CHECKED.columns.line]: ({ line, part }) => CHECKED.line(line, titles.get(part)),
            ...(isFaulty
              ? { [CHECKED.columns.reasons]: ({ errors }: ImportRow) => <Faults of={errors} /> }
              : {}),
            [CHECKED.columns.values]: (row) => valuesOf(row, goals.get(row.part) ?? [], timezone),
            ...(rows.some(({ warnings }) => warnings.length > 0)
              ? { [CHECKED.columns.warnings]: ({ warnings }: ImportRow) => <Faults of={warnings} /> }
              : {}),
          }}
        />
      )}
    </Listing>
  );
}

function narrowedTo(view: View): { state?: "changed"; verdict?: Verdict; warned?: true } {
  if (view === "changed") return { state: view };
  return view === "warned" ? { warned: true } : { verdict: view };
}

const labelOf = (view: View): string =>
  view === "changed" || view === "warned" ? CHECKED.title : VERDICTS[view];

function Faults({ of }: { of: readonly Schemas["ImportFault"][] }) {
  return (
    <ul className="plain">
      {of.map(({ field, header, code, message, value }) => (
        <li key={`${field} ${code}`}>{CHECKED.fault(header, value, message)}</li>
      ))}
    </ul>
  );
}
