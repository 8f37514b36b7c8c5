import { answered } from "@jst/client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "react-aria-components";
import { api, type Schemas } from "../api.ts";
import { Failure } from "../parts/failure.tsx";
import { writtenOf } from "../parts/fields.ts";
import { Reference, type Kind } from "../parts/reference.tsx";
import { RULES } from "../words/rules.ts";
import { ruleFaults, type RuleFault } from "./faults.ts";
import { readRules } from "./use-rules.tsx";
import { isReadable, ruleOf, ruleTexts, type Rule, type RuleCreate, type RuleDraft } from "./draft.ts";

/** Reads the other rules of the team, as they are written. */
async function otherRules(rule: Rule | undefined): Promise<RuleCreate[]> {
  const { approval_rules: rules } = await readRules();
  return rules.filter(({ id }) => id !== rule?.id).map((one) => writtenRule(one));
}

function writtenRule(rule: Rule): RuleCreate {
  const { name, position, enabled, outcome, when, message, approvers, needed, allow_self, timeout_hours } =
    rule;
  const deciding = outcome === "queue" ? { approvers, needed, allow_self, timeout_hours } : {};
  return { name, position, enabled, outcome, when, message, ...deciding };
}

interface TryOf {
  draft: RuleDraft;
  rule: Rule | undefined;
  /** How many approvals the rule may need. */
  most: number;
  /** Shows refused members of the rule at their fields. */
  onFaults: (faults: readonly RuleFault[]) => void;
}

/** Most changes that are listed. */
const SHOWN = 5;

/** A change by its summary. */
const changeset: Kind = {
  list: "approvals",
  nameOf: async (id) => {
    const params = { path: { changeset_id: id } };
    return (await answered(api.GET("/api/v1/changesets/{changeset_id}", { params }))).summary;
  },
};

/** Shows what the rule would have done with the changes of the last 30 days, before it is saved. */
export function TryRule({ draft, rule, most, onFaults }: TryOf) {
  const [beside, setBeside] = useState<readonly string[]>([]);
  const trying = useMutation({
    mutationFn: async (written: RuleCreate) => {
      onFaults([]);
      const others = await otherRules(rule);
      const body = { rules: [...others, written] };
      const trial = answered(api.POST("/api/v1/approval-rules:try", { body }));
      return trial.then(
        (tried) => resultOf(tried, written),
        (error: unknown) => {
          const faults = ruleFaults(error, `rules.${others.length}.`);
          onFaults(faults);
          setBeside(faults.map(({ field }) => field));
          throw error;
        },
      );
    },
  });
  const { data, error } = trying;
  const attempt = (form: HTMLFormElement | null) => {
    if (form?.reportValidity() !== true || !isReadable(draft, most)) return;
    const texts = writtenOf(new FormData(form), ruleTexts, undefined);
    const before = rule === undefined ? {} : { position: rule.position };
    trying.mutate({ ...before, ...texts, ...ruleOf(draft, rule?.when), enabled: true });
  };
  return (
    <div className="actions">
      <Button isPending={trying.isPending} onPress={({ target }) => attempt(target.closest("form"))}>
        {RULES.try}
      </Button>
      {error !== null && <Failure {...{ error, beside }} />}
      {data !== undefined && (
        <p role="status">
          {RULES.tried[data.outcome](data.count, data.changesets)} {!data.complete && RULES.triedPart}
        </p>
      )}
      {data !== undefined && data.examples.length > 0 && (
        <ul className="lines" aria-label={RULES.examples}>
          {data.examples.map(({ changeset_id: id }) => (
            <li key={id}>
              <Reference kind={changeset} id={id} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Takes what this rule alone would have done from the result of a trial. */
function resultOf(tried: Schemas["RuleTrialResult"], { name, outcome }: RuleCreate) {
  const { [outcome]: count = 0 } = tried.by_rule.at(-1) ?? {};
  const examples = tried.examples.filter((one) => one.rule === name).slice(0, SHOWN);
  return { outcome, count, examples, changesets: tried.changesets, complete: tried.complete };
}
