import { useState, type ReactNode } from "react";
import type { Schemas } from "../api.ts";
import { RULES } from "../words/rules.ts";
import { changedOf, draftOf, hasMore, isReadable, ruleOf, type Rule, type RuleCreate } from "./draft.ts";
import { RuleFields } from "./rule-fields.tsx";
import { TryRule } from "./try-rule.tsx";

interface RuleForm {
  /** The fields besides the texts. */
  fields: ReactNode;
  /** Adds what they say to a new rule; undefined if one of them cannot be read. */
  create: (written: RuleCreate) => RuleCreate | undefined;
  /** Adds what has changed of them; undefined if one of them cannot be read. */
  patch: (written: Schemas["ApprovalRulePatch"]) => Schemas["ApprovalRulePatch"] | undefined;
}

/** Holds the fields of a rule, or of a new one, while they are written. */
export function useRule(rule?: Rule): RuleForm {
  const [opened] = useState(rule);
  const [draft, setDraft] = useState(() => draftOf(opened));
  const [isWrong, setWrong] = useState(false);
  const ifReadable = <B,>(body: () => B): B | undefined => {
    const isGood = isReadable(draft);
    setWrong(!isGood);
    return isGood ? body() : undefined;
  };
  return {
    fields: (
      <>
        <RuleFields draft={draft} onChange={setDraft} />
        {opened !== undefined && hasMore(opened) && <p className="aside">{RULES.keeps}</p>}
        {isWrong && <p role="alert">{RULES.unreadable}</p>}
        <TryRule draft={draft} rule={opened} />
      </>
    ),
    create: (written) => ifReadable(() => ({ ...written, ...ruleOf(draft) })),
    patch: (written) =>
      ifReadable(() => ({ ...written, ...(opened === undefined ? {} : changedOf(draft, opened)) })),
  };
}
