import { useHosts } from "../calendar/hosts.ts";
import { countOf } from "../parts/reading.ts";
import { Select } from "../parts/select.tsx";
import { Several } from "../parts/several.tsx";
import { TokenInput } from "../parts/token-field.tsx";
import { ValueField } from "../parts/value-field.tsx";
import {
  APPROVERS,
  HANDS,
  OPS,
  OUTCOMES,
  RESOURCE_GROUPS,
  RULE_RESOURCES,
  RULES,
  SENTENCES,
} from "../words/rules.ts";
import { Enough } from "./enough.tsx";
import { isCurrency, numberFault, type RuleDraft, type RuleNumber } from "./draft.ts";
import { useRuleNames } from "./use-rules.tsx";

const { fields: labels } = RULES;
/** Data of which each part belongs to a table. */
const OF_TABLES: readonly string[] = RESOURCE_GROUPS["Tables"] ?? [];

interface FieldsOf {
  draft: RuleDraft;
  /** How many approvals the rule may need. */
  most: number;
  onChange: (draft: RuleDraft) => void;
}

/** Fields of a rule besides its texts: what it matches, what happens then, and who decides. */
export function RuleFields(fields: FieldsOf) {
  const { draft, onChange } = fields;
  const change = (changed: Partial<RuleDraft>) => onChange({ ...draft, ...changed });
  return (
    <>
      <MatchedFields {...fields} />
      <TokenInput
        label={labels.fields}
        help={labels.fieldsHelp}
        is={draft.fields}
        onChange={(names) => change({ fields: names })}
      />
      <NumberField name="operations" {...fields} />
      <NumberField name="recipients" {...fields} />
      <NumberField name="amount" {...fields} />
      {draft.amount.trim() !== "" && (
        <ValueField
          label={labels.currency}
          is={draft.currency}
          isRequired
          faultOf={(text) => (isCurrency(text) ? undefined : RULES.needsCurrency)}
          onText={(currency) => change({ currency })}
        />
      )}
      <Select
        label={labels.outcome}
        of={OUTCOMES}
        is={draft.outcome}
        onChange={(outcome) => change({ outcome })}
      />
      {draft.outcome === "queue" && <DecidingFields {...fields} />}
      <Check label={labels.enabled} is={draft.enabled} onChange={(enabled) => change({ enabled })} />
    </>
  );
}

/** Fields for who changes what. */
function MatchedFields({ draft, onChange }: FieldsOf) {
  const change = (changed: Partial<RuleDraft>) => onChange({ ...draft, ...changed });
  return (
    <>
      <Several
        label={labels.hands}
        of={HANDS}
        none={labels.others}
        all={labels.anybody}
        chosen={draft.hands}
        onChange={(hands) => change({ hands })}
      />
      <Several
        label={labels.ops}
        of={OPS}
        none={labels.allOps}
        chosen={draft.ops}
        onChange={(ops) => change({ ops })}
      />
      <Several
        label={labels.resources}
        of={RULE_RESOURCES}
        groups={RESOURCE_GROUPS}
        none={labels.allData}
        chosen={draft.resources}
        onChange={(resources) => change({ resources, tables: hasTables(resources) ? draft.tables : [] })}
      />
      <TablesField draft={draft} onChange={(tables) => change({ tables })} />
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
  const { tables: names } = useRuleNames();
  const { resources, tables } = draft;
  const isShown = tables.length > 0 || (resources.length > 0 && hasTables(resources));
  const gone = tables.map((id): [string, string] => [id, SENTENCES.goneTable]);
  const all = { ...Object.fromEntries(gone), ...names };
  if (!isShown || Object.keys(all).length === 0) return null;
  return (
    <Several
      label={labels.tables}
      help={labels.tablesHelp}
      of={all}
      none={labels.allTables}
      chosen={tables}
      onChange={onChange}
    />
  );
}

/** Fields for the people who decide on what the rule queues. */
function DecidingFields(fields: FieldsOf) {
  const { draft, most, onChange } = fields;
  const members = useHosts();
  const change = (changed: Partial<RuleDraft>) => onChange({ ...draft, ...changed });
  return (
    <>
      <Several
        label={labels.roles}
        of={APPROVERS}
        chosen={draft.roles}
        onChange={(roles) => change({ roles })}
      />
      <Several
        label={labels.members}
        of={members}
        chosen={draft.members}
        onChange={(chosen) => change({ members: chosen })}
      />
      <NumberField name="needed" help={labels.neededHelp(most)} {...fields} />
      {numberFault(draft, "needed", most) === undefined && (
        <Enough
          needed={countOf(draft.needed) ?? 0}
          allowSelf={draft.allowSelf}
          of={{ roles: draft.roles, members: draft.members }}
        />
      )}
      <Check label={labels.allowSelf} is={draft.allowSelf} onChange={(allowSelf) => change({ allowSelf })} />
      <NumberField name="timeoutHours" {...fields} />
    </>
  );
}

function NumberField({ name, help, draft, most, onChange }: FieldsOf & { name: RuleNumber; help?: string }) {
  return (
    <ValueField
      label={labels[name]}
      is={draft[name]}
      keyboard={name === "amount" ? "decimal" : "numeric"}
      faultOf={(text) => numberFault({ ...draft, [name]: text }, name, most)}
      help={help}
      onText={(text) => onChange({ ...draft, [name]: text })}
    />
  );
}

function Check({ label, is, onChange }: { label: string; is: boolean; onChange: (is: boolean) => void }) {
  return (
    <label className="check">
      <input type="checkbox" checked={is} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  );
}
