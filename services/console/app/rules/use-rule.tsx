import { useState, type ReactNode } from "react";
import type { Schemas } from "../api.ts";
import { useTeam } from "../calendar/hosts.ts";
import { RULES } from "../words/rules.ts";
import {
  changedOf,
  draftOf,
  hasMore,
  isReadable,
  neededMost,
  ruleOf,
  type Rule,
  type RuleCreate,
  type RuleDraft,
} from "./draft.ts";
import { NEEDED_MAX } from "./limits.ts";
import { RuleFields } from "./rule-fields.tsx";
import { approversNow } from "./sentences.ts";
import { TryRule } from "./try-rule.tsx";

interface RuleForm {
  /** The fields besides the texts. */
  fields: ReactNode;
  /** Adds what they say to a new rule; undefined if one of them cannot be read. */
  create: (written: RuleCreate) => RuleCreate | undefined;
  /** Adds what has changed of them; undefined if one of them cannot be read. */
  patch: (written: Schemas["ApprovalRulePatch"]) => Schemas["ApprovalRulePatch"] | undefined;
}

/** Returns how many approvals the rule may need; the most of the API while the members are not known. */
function useNeededMost(draft: RuleDraft, rule: Rule | undefined): number {
  const team = useTeam();
  return team === undefined ? NEEDED_MAX : neededMost(draft, approversNow(draft, team), rule);
}

/** Holds the fields of a rule, or of a new one, while they are written. */
export function useRule(rule?: Rule): RuleForm {
  const [opened] = useState(rule);
  const [draft, setDraft] = useState(() => draftOf(opened));
  const [isWrong, setWrong] = useState(false);
  const most = useNeededMost(draft, opened);
  const ifReadable = <B,>(body: () => B): B | undefined => {
    const isGood = isReadable(draft, most);
    setWrong(!isGood);
    return isGood ? body() : undefined;
  };
  return {
    fields: (
      <>
        <RuleFields draft={draft} most={most} onChange={setDraft} />
        {opened !== undefined && hasMore(opened) && <p className="aside">{RULES.keeps}</p>}
        {isWrong && <p role="alert">{RULES.unreadable}</p>}
        <TryRule draft={draft} rule={opened} most={most} />
      </>
    ),
    create: (written) => ifReadable(() => ({ ...written, ...ruleOf(draft) })),
    patch: (written) =>
      ifReadable(() => ({ ...written, ...(opened === undefined ? {} : changedOf(draft, opened)) })),
  };
}
