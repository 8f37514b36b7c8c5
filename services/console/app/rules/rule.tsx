import { answered } from "@jst/client";
import { useLocation } from "wouter";
import { api, type Schemas } from "../api.ts";
import { Act } from "../parts/act.tsx";
import { Detail } from "../parts/detail.tsx";
import { Edit } from "../parts/edit.tsx";
import { Members } from "../parts/members.tsx";
import { PATHS } from "../paths.ts";
import { RULES } from "../words/rules.ts";
import { ruleTexts, type Rule as ApprovalRule } from "./draft.ts";
import { useRule } from "./use-rule.tsx";

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
          <EditRule key={rule.version} rule={rule} />
          <Members of={rule} without={["name"]} />
        </>
      )}
    </Detail>
  );
}

function EditRule({ rule }: { rule: ApprovalRule }) {
  const form = useRule(rule);
  const path = { approval_rule_id: rule.id };
  return (
    <Edit
      of={rule}
      fields={ruleTexts}
      complete={(written: Schemas["ApprovalRulePatch"]) => form.patch(written)}
      touches={[["rules"], ["rule", rule.id]]}
      send={(body, header) =>
        answered(api.PATCH("/api/v1/approval-rules/{approval_rule_id}", { params: { path, header }, body }))
      }
    >
      {form.fields}
    </Edit>
  );
}

function Remove({ rule }: { rule: ApprovalRule }) {
  const [, go] = useLocation();
  const path = { approval_rule_id: rule.id };
  return (
    <Act
      words={RULES.remove}
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
