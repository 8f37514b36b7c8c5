import { useHosts } from "../calendar/hosts.ts";
import { countOf } from "../parts/reading.ts";
import { Select } from "../parts/select.tsx";
import { Several } from "../parts/several.tsx";
import { SeveralFound } from "../parts/several-found.tsx";
import { ValueField } from "../parts/value-field.tsx";
import { APPROVERS, OUTCOMES, RULES } from "../words/rules.ts";
import { isCurrency, numberFault, type RuleDraft, type RuleNumber } from "./draft.ts";
import { Enough } from "./enough.tsx";
import { FaultsAt } from "./faults-at.tsx";
import type { RuleFault } from "./faults.ts";
import { MatchedFields } from "./matched-fields.tsx";

const { fields: labels } = RULES;

interface FieldsOf {
  draft: RuleDraft;
  /** How many approvals the rule may need. */
  most: number;
  /** Refusals of the API. */
  faults: readonly RuleFault[];
  onChange: (draft: RuleDraft) => void;
}

/** Fields of a rule besides its texts: what it matches, what happens then, and who decides. */
export function RuleFields(fields: FieldsOf) {
  const { draft, faults, onChange } = fields;
  const change = (changed: Partial<RuleDraft>) => onChange({ ...draft, ...changed });
  return (
    <>
      <MatchedFields {...fields} />
      <FaultsAt place="when.operations" faults={faults}>
        <NumberField name="operations" {...fields} />
      </FaultsAt>
      <FaultsAt place="when.recipients" faults={faults}>
        <NumberField name="recipients" {...fields} />
      </FaultsAt>
      <FaultsAt place="when.amount" faults={faults}>
        <NumberField name="amount" help={labels.amountHelp} {...fields} />
      </FaultsAt>
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

/** Fields for the people who decide on what the rule queues. */
function DecidingFields(fields: FieldsOf) {
  const { draft, most, faults, onChange } = fields;
  const members = useHosts();
  const change = (changed: Partial<RuleDraft>) => onChange({ ...draft, ...changed });
  return (
    <>
      <FaultsAt place="approvers" faults={faults}>
        <Several
          label={labels.roles}
          of={APPROVERS}
          chosen={draft.roles}
          onChange={(roles) => change({ roles })}
        />
        <SeveralFound
          label={labels.members}
          of={members}
          chosen={draft.members}
          onChange={(chosen) => change({ members: chosen })}
        />
      </FaultsAt>
      <FaultsAt place="needed" faults={faults}>
        <NumberField name="needed" help={labels.neededHelp(most)} {...fields} />
      </FaultsAt>
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

function NumberField({
  name,
  help,
  draft,
  most,
  onChange,
}: Omit<FieldsOf, "faults"> & { name: RuleNumber; help?: string }) {
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
