import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { api, type Schemas } from "../api.ts";
import { Act } from "../parts/act.tsx";
import { Detail } from "../parts/detail.tsx";
import { EditForm } from "../parts/edit.tsx";
import { Members } from "../parts/members.tsx";
import { Opening } from "../parts/opening.tsx";
import { PATHS } from "../paths.ts";
import { PARTS } from "../words/parts.ts";
import { RULES } from "../words/rules.ts";
import { ruleTexts, type Rule as ApprovalRule } from "./draft.ts";
import { Enough } from "./enough.tsx";
import { NeverApplies } from "./use-rules.tsx";
import { sentenceOf, shownRule } from "./sentences.ts";
import { useRule } from "./use-rule.tsx";
import { everyRule, tablesWithColumns, useRuleNames } from "./use-rules.tsx";

/** An approval rule, to be changed, tried and deleted. */
export function Rule({ id }: { id: string }) {
  const path = { approval_rule_id: id };
  return (
    <Detail
      kind={RULES.kind}
      queryKey={["rule", id]}
      read={() => answered(api.GET("/api/v1/approval-rules/{approval_rule_id}", { params: { path } }))}
      title={({ name }) => name}
      actions={(rule) => <Remove rule={rule} />}
    >
      {(rule) => (
        <>
          <Opening opens={PARTS.edit}>{(close) => <EditRule rule={rule} onClose={close} />}</Opening>
          <RuleSentences rule={rule} />
          <Members of={shownRule(rule)} without={["name", "position"]} />
        </>
      )}
    </Detail>
  );
}

/** Says what the rule does, when it is tried, and when fewer approvals are enough. */
function RuleSentences({ rule }: { rule: ApprovalRule }) {
  const { id, approvers, needed, allow_self: allowSelf } = rule;
  const { data: rules = [] } = useQuery(everyRule);
  const place = rules.findIndex((one) => one.id === id);
  return (
    <>
      <p>{sentenceOf(rule, useRuleNames(tablesWithColumns([rule])))}</p>
      {place >= 0 && (
        <p>
          {RULES.place(place + 1, rules.length)} <NeverApplies rules={rules} id={id} />
        </p>
      )}
      {approvers !== null && <Enough needed={needed ?? 1} allowSelf={allowSelf === true} of={approvers} />}
    </>
  );
}

function EditRule({ rule, onClose }: { rule: ApprovalRule; onClose: () => void }) {
  const form = useRule(rule);
  const path = { approval_rule_id: rule.id };
  return (
    <EditForm
      of={rule}
      onClose={onClose}
      fields={ruleTexts}
      complete={(written: Schemas["ApprovalRulePatch"]) => form.patch(written)}
      touches={[["rules"], ["rule", rule.id]]}
      beside={form.beside}
      send={(body, header) =>
        form.watched(
          answered(
            api.PATCH("/api/v1/approval-rules/{approval_rule_id}", { params: { path, header }, body }),
          ),
        )
      }
    >
      {form.fields}
    </EditForm>
  );
}

function Remove({ rule }: { rule: ApprovalRule }) {
  const [, go] = useLocation();
  const path = { approval_rule_id: rule.id };
  return (
    <Act
      words={RULES.remove(rule.name)}
      of={rule}
      isDangerous
      touches={[["rules"]]}
      onDone={() => go(PATHS.rules)}
      send={(header) =>
        answered(api.DELETE("/api/v1/approval-rules/{approval_rule_id}", { params: { path, header } }))
      }
    />
  );
}
