import { freeTitle } from "@jst/values";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import type { Schemas } from "../api.ts";
import { Select } from "../parts/select.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { MAPPING } from "../words/import-mapping.ts";
import { TITLES } from "../words/places.ts";
import { ColumnGoal, goalText } from "./column-goal.tsx";
import { tablesListed } from "./imports.ts";
import { columnChange, wholeOf, type GoalColumn, type ImportColumn, type Part } from "./mapping.ts";
import { useKind } from "./kind.ts";
import { MatchChoice } from "./match-choice.tsx";

type PartPatch = Schemas["ImportPartPatch"];

interface PartMappingOf {
  /** The part as it is shown. */
  part: Part;
  stored: Part;
  /** All parts of the source as they are shown. */
  parts: readonly Part[];
  /** Whether the source has no other part. */
  isAlone: boolean;
  /** Columns or fields to which those of the part can go. */
  columns: readonly GoalColumn[];
  isEditable: boolean;
  /** Fault of the name of its new table. */
  nameFault: string | undefined;
  onChange: (patch: PartPatch) => void;
}

/** A table of a source: the table to which its rows go, and where each of its columns goes. */
export function PartMapping(of: PartMappingOf) {
  const { part, stored, parts, isAlone, columns, isEditable, nameFault, onChange } = of;
  const kind = useKind();
  const change = (patch: Schemas["ImportColumnPatch"]) =>
    onChange(columnChange(part, part === stored, patch));
  const things = part.columns.map((column) => ({ ...column, id: String(column.index) }));
  const isNew = part.target?.kind === "new_table";
  return (
    <section>
      <h2>{MAPPING.part(part.name)}</h2>
      {part.faulty > 0 && <p>{MAPPING.faulty(part.faulty)}</p>}
      {isEditable && kind === "data" && <Target {...{ part, isAlone, nameFault, onChange }} />}
      {isEditable && kind === "contacts" && !isAlone && <ContactTarget {...{ part, onChange }} />}
      {isEditable && ["table", "contacts", "articles"].includes(part.target?.kind ?? "") && (
        <MatchChoice {...{ part, columns }} onChange={(match) => onChange({ ...wholeOf(part), match })} />
      )}
      {part.target !== null && (
        <ThingsTable<ImportColumn & { id: string }>
          name={MAPPING.part(part.name)}
          things={things}
          columns={{
            [MAPPING.columns.header]: ({ header }) => header,
            [MAPPING.columns.samples]: ({ samples, unread }) => (
              <span className="samples">{samples.length > 0 ? samples.join("\n") : noneOf(unread)}</span>
            ),
            [isNew ? MAPPING.columns.type : MAPPING.columns.goes]: (column) =>
              isEditable ? (
                <ColumnGoal {...{ part, parts, column, columns }} onChange={change} />
              ) : (
                goalText(column, columns)
              ),
          }}
        />
      )}
    </section>
  );
}

const noneOf = (unread: string | undefined): string =>
  unread === undefined ? MAPPING.noSamples : MAPPING.unread(unread);

/** Choice beside the tables, which are named by their ids. */
const ARTICLES = "articles";

type TargetOf = Pick<PartMappingOf, "part" | "isAlone" | "nameFault" | "onChange">;

/** The table, or the articles, to which the rows of a part go. */
function Target({ part, isAlone, nameFault, onChange }: TargetOf) {
  const { data } = useQuery(tablesListed);
  const { index, target } = part;
  const listed = data?.tables ?? [];
  const tables = listed.map(({ id, display_name: title }) => [id, title] as const);
  const titles = listed.map((table) => table.display_name);
  const named = listed.find(({ name }) => name === target?.table_id)?.id ?? target?.table_id;
  const mayArticles = mayDo(useSession(), "articles", "write");
  const isArticles = target?.kind === "articles";
  const is = target === null ? "" : isArticles ? ARTICLES : (named ?? "new");
  const choices = {
    ...(isAlone && is !== "" ? {} : { "": MAPPING.nowhere }),
    new: MAPPING.newTable,
    ...(mayArticles || isArticles ? { [ARTICLES]: TITLES.articles } : {}),
    ...Object.fromEntries(tables),
  };
  // Columns of one table are not those of another.
  const columns = part.columns.map((column) => ({ index: column.index, to: null }));
  const onChoose = (chosen: string) => {
    if (chosen === "") onChange({ index, target: null, match: null, columns });
    else if (chosen === "new")
      onChange({
        ...{ index, match: null, columns },
        target: { kind: "new_table", display_name: freeTitle(part.name ?? MAPPING.pasted, titles) },
      });
    else if (chosen === ARTICLES) onChange({ index, match: null, columns, target: { kind: "articles" } });
    else onChange({ index, match: null, columns, target: { kind: "table", table_id: chosen } });
  };
  return (
    <div className="form import-target">
      <Select label={MAPPING.target} of={choices} is={is} onChange={onChoose} />
      {target?.kind === "new_table" && (
        <TableName
          is={target.display_name ?? ""}
          fault={nameFault}
          onName={(name) => onChange({ index, target: { kind: "new_table", display_name: name } })}
        />
      )}
    </div>
  );
}

/** Whether the rows of a part become contacts. */
function ContactTarget({ part: { index, target }, onChange }: Pick<PartMappingOf, "part" | "onChange">) {
  return (
    <div className="form import-target">
      <Select
        label={MAPPING.target}
        of={{ "": MAPPING.nowhere, contacts: TITLES.contacts }}
        is={target === null ? "" : "contacts"}
        onChange={(chosen) => onChange({ index, target: chosen === "" ? null : { kind: "contacts" } })}
      />
    </div>
  );
}

const NAME_MAX = 120;

interface TableNameOf {
  is: string;
  fault: string | undefined;
  onName: (name: string) => void;
}

/** The name of a new table, stored when the field is left. */
function TableName({ is, fault, onName }: TableNameOf) {
  const faultId = useId();
  const [text, setText] = useState(is);
  useEffect(() => setText(is), [is]);
  const store = () => {
    const name = text.trim();
    if (name === "") setText(is);
    else if (name !== is) onName(name);
  };
  return (
    <>
      <label>
        {MAPPING.tableName}
        <input
          value={text}
          aria-invalid={fault !== undefined}
          aria-describedby={faultId}
          maxLength={NAME_MAX}
          onChange={({ target }) => setText(target.value)}
          onBlur={store}
          onKeyDown={({ key }) => {
            if (key === "Enter") store();
          }}
        />
      </label>
      <p id={faultId} className="react-aria-FieldError" hidden={fault === undefined}>
        {fault}
      </p>
    </>
  );
}
