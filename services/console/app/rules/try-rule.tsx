import { answered } from "@jst/client";
import { useMutation } from "@tanstack/react-query";
import { Button } from "react-aria-components";
import { api } from "../api.ts";
import { Failure } from "../parts/failure.tsx";
import { writtenOf } from "../parts/fields.ts";
import { RULES } from "../words/rules.ts";
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
}

/** Shows what the rule would have done with the changes of the last 30 days, before it is saved. */
export function TryRule({ draft, rule, most }: TryOf) {
  const trying = useMutation({
    mutationFn: async (written: RuleCreate) => {
      const rules = [...(await otherRules(rule)), written];
      const tried = await answered(api.POST("/api/v1/approval-rules:try", { body: { rules } }));
      const { outcome } = written;
      const { [outcome]: count = 0 } = tried.by_rule.at(-1) ?? {};
      return { outcome, count, changesets: tried.changesets, complete: tried.complete };
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
      {error !== null && <Failure error={error} />}
      {data !== undefined && (
        <p role="status">
          {RULES.tried[data.outcome](data.count, data.changesets)} {!data.complete && RULES.triedPart}
        </p>
      )}
    </div>
  );
}
