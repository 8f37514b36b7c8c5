import { useHosts } from "../calendar/hosts.ts";
import { countOf } from "../parts/reading.ts";
import { Select } from "../parts/select.tsx";
import { Several } from "../parts/several.tsx";
import { TokenInput } from "../parts/token-field.tsx";
import { ValueField } from "../parts/value-field.tsx";
import { APPROVERS, HANDS, OPS, OUTCOMES, RESOURCE_GROUPS, RULE_RESOURCES, RULES } from "../words/rules.ts";
import { Enough } from "./enough.tsx";
import { isCurrency, numberFault, type RuleDraft, type RuleNumber } from "./draft.ts";

const { fields: labels } = RULES;

interface FieldsOf {
  draft: RuleDraft;
  onChange: (draft: RuleDraft) => void;
}

/** Fields of a rule besides its texts: what it matches, what happens then, and who decides. */
export function RuleFields({ draft, onChange }: FieldsOf) {
  const change = (changed: Partial<RuleDraft>) => onChange({ ...draft, ...changed });
  return (
    <>
      <MatchedFields draft={draft} onChange={onChange} />
      <TokenInput
        label={labels.fields}
        help={labels.fieldsHelp}
        is={draft.fields}
        onChange={(fields) => change({ fields })}
      />
      <NumberField name="operations" draft={draft} onChange={onChange} />
      <NumberField name="recipients" draft={draft} onChange={onChange} />
      <NumberField name="amount" draft={draft} onChange={onChange} />
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
      {draft.outcome === "queue" && <DecidingFields draft={draft} onChange={onChange} />}
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
        all={labels.everybody}
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
        onChange={(resources) => change({ resources })}
      />
    </>
  );
}

/** Fields for the people who decide on what the rule queues. */
function DecidingFields({ draft, onChange }: FieldsOf) {
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
      <NumberField name="needed" draft={draft} onChange={onChange} />
      <Enough
        needed={countOf(draft.needed) ?? 0}
        allowSelf={draft.allowSelf}
        of={{ roles: draft.roles, members: draft.members }}
      />
      <Check label={labels.allowSelf} is={draft.allowSelf} onChange={(allowSelf) => change({ allowSelf })} />
      <NumberField name="timeoutHours" draft={draft} onChange={onChange} />
    </>
  );
}

function NumberField({ name, draft, onChange }: FieldsOf & { name: RuleNumber }) {
  return (
    <ValueField
      label={labels[name]}
      is={draft[name]}
      keyboard={name === "amount" ? "decimal" : "numeric"}
      faultOf={(text) => numberFault({ ...draft, [name]: text }, name)}
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
