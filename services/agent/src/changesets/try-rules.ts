import { requireRight } from "@jst/caller";
import { validationFailed } from "@jst/errors";
import { readJson } from "@jst/http";
import { JSON_DEPTH_MAX, strictFaults, Validator } from "@jst/rpc";
import type { RequestHandler } from "express";
import type { ApprovalRuleCreate, Peers, RulesJudged } from "../../gen/internal.ts";
import type { RuleTrial, RuleTrialResult, TriedRule } from "../../gen/rpc.ts";
import { RuleTrial as RuleTrialSchema } from "../../gen/schemas.ts";
import { contextOf } from "../call-context.ts";
import { BODY_MAX_BYTES } from "../read-envelope.ts";
import type { ChangesetSources } from "./sources.ts";

const DAYS_DEFAULT = 30;
const DAY_MS = 86_400_000;
/** Longer than a service judges, so that its answer arrives. */
const TIME_MS = 13_000;
/** Examples that an answer shows. */
const EXAMPLES_MAX = 20;
/** Place of a rule without a position: behind those with one. */
const LAST = 1_000_001;

const validator = new Validator(RuleTrialSchema);

/** Options of the route. */
export interface RuleTrialParts {
  changesets: ChangesetSources;
  /** Finds what saving the rules would refuse. */
  account: Pick<Peers["account"], "checkRules">;
}

/** POST /api/v1/approval-rules:try: outcomes of the last days by rules that nobody has saved (rules.try). */
export function tryApprovalRules({ changesets, account }: RuleTrialParts): RequestHandler {
  return async (request, response) => {
    const { caller, requestId, traceparent, callerToken, departure } = contextOf(request, response);
    requireRight(caller, "audit", "read");
    const body = await readJson(request, { maxBytes: BODY_MAX_BYTES, depthMax: JSON_DEPTH_MAX });
    validator.requireBody(body, strictFaults(body));
    const { rules, days = DAYS_DEFAULT } = body as RuleTrial;
    const since = new Date(Date.now() - days * DAY_MS).toISOString();
    const tried = inOrder(rules);
    const wanted = { since, rules: tried.map(({ when = {}, outcome }) => ({ when, outcome })) };
    const hop = {
      requestId,
      traceparent,
      callerToken,
      deadline: Date.now() + TIME_MS,
      departure: () => departure,
    };
    const { errors } = await account.checkRules(
      { team_id: caller.team_id, rules: rules.map(writtenRule) },
      hop,
    );
    if (errors.length > 0) throw validationFailed(errors);
    const { answered, missing } = await changesets.tryRules(wanted, hop);
    const cut = answered.filter(({ complete }) => !complete).map(({ service }) => service);
    response.json(merged(answered, { since, rules, tried, incomplete: [...missing, ...cut].sort() }));
  };
}

/** Returns a rule as saving takes it: without the members that are null. */
function writtenRule(rule: TriedRule): ApprovalRuleCreate {
  return Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== null)) as ApprovalRuleCreate;
}

/** Returns the enabled rules in the order in which they are tried; those without a position come last. */
function inOrder(rules: readonly TriedRule[]): TriedRule[] {
  const placeOf = ({ position = LAST }: TriedRule): number => position;
  return rules.filter(({ enabled = true }) => enabled).sort((a, b) => placeOf(a) - placeOf(b));
}

interface Tried {
  since: string;
  /** Rules of the request, and those that were tried, in their order. */
  rules: readonly TriedRule[];
  tried: readonly TriedRule[];
  incomplete: string[];
}

/** Adds the outcomes of all services. */
function merged(parts: readonly RulesJudged[], { since, rules, tried, incomplete }: Tried): RuleTrialResult {
  const sumOf = (value: (part: RulesJudged) => number): number =>
    parts.reduce((sum, part) => sum + value(part), 0);
  const counted = (rule: TriedRule, name: "matched" | "run" | "queue" | "refuse"): number => {
    const place = tried.indexOf(rule);
    return sumOf(({ by_rule: outcomes }) => outcomes[place]?.[name] ?? 0);
  };
  const examples = parts
    .flatMap((part) => part.examples)
    .sort((a, b) => (uuidOf(a.changeset_id) < uuidOf(b.changeset_id) ? 1 : -1))
    .slice(0, EXAMPLES_MAX);
  return {
    since,
    changesets: sumOf((part) => part.changesets),
    run: sumOf((part) => part.run),
    queue: sumOf((part) => part.queue),
    refuse: sumOf((part) => part.refuse),
    by_rule: rules.map((rule) => ({
      name: rule.name,
      matched: counted(rule, "matched"),
      run: counted(rule, "run"),
      queue: counted(rule, "queue"),
      refuse: counted(rule, "refuse"),
    })),
    examples: examples.map(({ rule, ...example }) => ({ ...example, rule: tried[rule]?.name ?? "" })),
    complete: incomplete.length === 0,
    incomplete,
  };
}

function uuidOf(id: string): string {
  return id.slice(id.indexOf("_") + 1);
}
