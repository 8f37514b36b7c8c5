import { useEffect, useState, type ReactNode } from "react";
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
import { focusFault } from "./faults-at.tsx";
import { ruleFaults, type RuleFault } from "./faults.ts";
import { approversNow, sentenceOf } from "./sentences.ts";
import { TryRule } from "./try-rule.tsx";
import { tablesWithColumns, useRuleNames } from "./use-rules.tsx";

interface RuleForm {
  /** The fields besides the texts. */
  fields: ReactNode;
  /** Adds what they say to a new rule; undefined if one of them cannot be read. */
  create: (written: RuleCreate) => RuleCreate | undefined;
  /** Adds what has changed of them; undefined if one of them cannot be read. */
  patch: (written: Schemas["ApprovalRulePatch"]) => Schemas["ApprovalRulePatch"] | undefined;
  /** Shows at the fields what a write refuses. */
  watched: <R>(write: Promise<R>) => Promise<R>;
  /** Faults that stand at the fields, as the API names them. */
  beside: readonly string[];
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
  const [faults, setFaults] = useState<readonly RuleFault[]>([]);
  useEffect(() => {
    if (faults.length > 0) focusFault();
  }, [faults]);
  const most = useNeededMost(draft, opened);
  const ifReadable = <B,>(body: () => B): B | undefined => {
    const isGood = isReadable(draft, most);
    setWrong(!isGood);
    return isGood ? body() : undefined;
  };
  return {
    fields: (
      <>
        <RuleFields {...{ draft, most, faults }} onChange={setDraft} />
        {opened !== undefined && hasMore(opened) && <p className="aside">{RULES.keeps}</p>}
        {isWrong && <p role="alert">{RULES.unreadable}</p>}
        <LiveSentence draft={draft} rule={opened} />
        <TryRule {...{ draft, most }} rule={opened} onFaults={setFaults} />
      </>
    ),
    create: (written) => ifReadable(() => ({ ...written, ...ruleOf(draft) })),
    patch: (written) =>
      ifReadable(() => ({ ...written, ...(opened === undefined ? {} : changedOf(draft, opened)) })),
    watched: (write) =>
      write.catch((error: unknown) => {
        setFaults(ruleFaults(error));
        throw error;
      }),
    beside: faults.map(({ field }) => field),
  };
}

/** The sentence of the rule while it is written. */
function LiveSentence({ draft, rule }: { draft: RuleDraft; rule: Rule | undefined }) {
  const { approvers = null, needed = null, ...written } = ruleOf(draft, rule?.when);
  const when = written.when ?? {};
  const names = useRuleNames(tablesWithColumns([{ when }]));
  return (
    <p>
      <strong>{RULES.sentence}</strong> {sentenceOf({ ...written, when, approvers, needed }, names)}
    </p>
  );
}
