import { useState } from "react";
import { Select } from "../parts/select.tsx";
import { Several } from "../parts/several.tsx";
import { SeveralFound } from "../parts/several-found.tsx";
import { TokenInput } from "../parts/token-field.tsx";
import { HANDS, OPS, RESOURCE_GROUPS, RULE_RESOURCES, RULES, SENTENCES } from "../words/rules.ts";
import { CELL, type RuleDraft } from "./draft.ts";
import { FaultsAt } from "./faults-at.tsx";
import type { RuleFault } from "./faults.ts";
import { useRuleNames } from "./use-rules.tsx";

const { fields: labels } = RULES;
/** Data of which each part belongs to a table. */
const OF_TABLES: readonly string[] = RESOURCE_GROUPS["Tables"] ?? [];

interface MatchedOf {
  draft: RuleDraft;
  faults: readonly RuleFault[];
  onChange: (draft: RuleDraft) => void;
}

/** Fields for who changes what. */
export function MatchedFields({ draft, faults, onChange }: MatchedOf) {
  const change = (changed: Partial<RuleDraft>) => onChange({ ...draft, ...changed });
  return (
    <>
      <FaultsAt place="when.actor_types" faults={faults}>
        <HandsField hands={draft.hands} onChange={(hands) => change({ hands })} />
      </FaultsAt>
      <FaultsAt place="when.ops" faults={faults}>
        <Several
          label={labels.ops}
          of={OPS}
          none={labels.allOps}
          chosen={draft.ops}
          onChange={(ops) => change({ ops })}
        />
      </FaultsAt>
      <FaultsAt place="when.resources" faults={faults}>
        <SeveralFound
          label={labels.resources}
          of={RULE_RESOURCES}
          groups={RESOURCE_GROUPS}
          none={labels.allData}
          chosen={draft.resources}
          onChange={(resources) => change({ resources, tables: hasTables(resources) ? draft.tables : [] })}
        />
      </FaultsAt>
      <FaultsAt place="when.table_ids" faults={faults}>
        <TablesField draft={draft} onChange={(tables) => change({ tables })} />
      </FaultsAt>
      <FaultsAt place="when.fields" faults={faults}>
        <TouchedFields draft={draft} onChange={(fields) => change({ fields })} />
      </FaultsAt>
    </>
  );
}

type HandsChoice = keyof typeof RULES.hands;

const EVERY_HAND = Object.keys(HANDS);

/** Returns the choice that names these hands. */
function choiceOf(hands: readonly string[]): HandsChoice {
  if (hands.length === 0) return "others";
  return EVERY_HAND.every((hand) => hands.includes(hand)) ? "anybody" : "some";
}

interface HandsOf {
  hands: readonly string[];
  onChange: (hands: readonly string[]) => void;
}

/** The field for who changes: two usual answers, or some kinds of keys and members. */
function HandsField({ hands, onChange }: HandsOf) {
  const [choice, setChoice] = useState(() => choiceOf(hands));
  return (
    <>
      <Select
        label={labels.hands}
        of={RULES.hands}
        is={choice}
        onChange={(next) => {
          setChoice(next);
          onChange(next === "anybody" ? EVERY_HAND : []);
        }}
      />
      {choice === "some" && (
        <Several
          label={labels.someHands}
          of={HANDS}
          chosen={hands}
          onChange={onChange}
          help={hands.length === 0 ? labels.noHands : labels.handsHelp}
        />
      )}
    </>
  );
}

/** True if some of the data is that of tables, or all data is. */
const hasTables = (resources: readonly string[]): boolean =>
  resources.length === 0 || resources.some((name) => OF_TABLES.includes(name));

interface TablesOf {
  draft: RuleDraft;
  onChange: (tables: readonly string[]) => void;
}

/** Tables that the rule is limited to, once it names data of tables. */
function TablesField({ draft, onChange }: TablesOf) {
  const { resources, tables } = draft;
  const { tables: names } = useRuleNames();
  const isShown = tables.length > 0 || (resources.length > 0 && hasTables(resources));
  const gone = tables.map((id): [string, string] => [id, SENTENCES.goneTable]);
  const all = { ...Object.fromEntries(gone), ...names };
  if (!isShown || Object.keys(all).length === 0) return null;
  return (
    <SeveralFound
      label={labels.tables}
      help={labels.tablesHelp}
      of={all}
      none={labels.allTables}
      chosen={tables}
      onChange={onChange}
    />
  );
}

interface TouchedOf {
  draft: RuleDraft;
  onChange: (fields: RuleDraft["fields"]) => void;
}

/** Fields that a change touches: columns of the tables by their titles, and others by their names. */
function TouchedFields({ draft: { resources, tables, fields }, onChange }: TouchedOf) {
  const { tables: names, columns } = useRuleNames(resources.includes("rows") ? tables : []);
  const groups = Object.entries(columns).map(([id, own]): [string, string[]] => [
    names[id] ?? SENTENCES.goneTable,
    Object.keys(own).map((name) => CELL + name),
  ]);
  const titles = Object.values(columns)
    .flatMap((own) => Object.entries(own))
    .map(([name, title]): [string, string] => [CELL + name, title]);
  const cells = Object.fromEntries(titles);
  const isCell = (name: string) => Object.hasOwn(cells, name);
  const others = fields.words.filter((name) => !isCell(name));
  return (
    <>
      {titles.length > 0 && (
        <SeveralFound
          label={labels.columns}
          of={cells}
          groups={Object.fromEntries(groups)}
          none={labels.allColumns}
          chosen={fields.words.filter(isCell)}
          onChange={(chosen) => onChange({ ...fields, words: [...others, ...chosen] })}
        />
      )}
      <TokenInput
        label={titles.length > 0 ? labels.otherFields : labels.fields}
        help={labels.fieldsHelp}
        is={{ ...fields, words: others }}
        onChange={({ words, next }) => onChange({ words: [...fields.words.filter(isCell), ...words], next })}
      />
    </>
  );
}
