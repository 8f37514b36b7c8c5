import { callOperator } from "../../dev/src/operator.ts";
import type { Fleet } from "../../dev/src/component.ts";
import { addMember, createTeam } from "../../dev/src/teams.ts";
import type { RuledFacts } from "./facts.ts";
import { createTable, mintTokens } from "./seed.ts";

/** One token may send 10,000 requests a minute: these cover the fastest run. */
const TOKENS = 12;
const replaceRules = { owner: "account", service: "auth.v1.ApprovalRulesOperator", method: "ReplaceRules" };

/** Rules of the teams of the scenario, by the name of its contestant; all concern the tokens of the bench. */
const rulesOf: Readonly<Record<keyof RuledFacts, readonly object[]>> = {
  none: [],
  oneAside: [aside(0)],
  manyAside: Array.from({ length: 50 }, (_, n) => aside(n)),
  oneRuns: [{ name: "Runs", when: { actor_types: ["service"], ops: ["create"] }, outcome: "run" }],
  tenJudged: tenRules(),
};

/** Teams with a table each, and the rules of their contestant. */
export async function seedRules(fleet: Fleet): Promise<RuledFacts> {
  const teams: [string, RuledFacts[keyof RuledFacts]][] = [];
  for (const [name, rules] of Object.entries(rulesOf)) {
    const slug = `bench-rules-${name.toLowerCase()}-${Date.now().toString(36)}`;
    await createTeam(fleet, { slug });
    // A rule that queues needs somebody who may approve.
    await addMember(fleet, { team: slug, email: "owner@example.org", role: "owner" });
    const tokens = await mintTokens(fleet, slug, TOKENS);
    const tableId = await createTable(fleet, tokens[0] ?? "", "Orders");
    if (rules.length > 0) await replaceTeamRules(fleet, slug, rules);
    teams.push([name, { tokens, tableId }]);
  }
  return Object.fromEntries(teams) as unknown as RuledFacts;
}

/** Replaces the rules of a team, as `jst rules set` does. */
async function replaceTeamRules(fleet: Fleet, team: string, rules: readonly object[]): Promise<void> {
  await callOperator(fleet, replaceRules, { team, rules });
}

/** Ten rules that look at what a write changes, of which the last one matches one operation. */
export function tenRules(): object[] {
  const when = { actor_types: ["service"] };
  const judged = (n: number) =>
    n % 2 === 0
      ? { ...when, operations: { gte: n + 2 } }
      : { ...when, amount: { currency: "EUR", gte: (n + 1) * 100_000 } };
  return [
    ...Array.from({ length: 9 }, (_, n) => ({ name: `Large ${n}`, when: judged(n), outcome: "queue" })),
    { name: "Runs", when: { ...when, operations: { gte: 1 } }, outcome: "run" },
  ];
}

/** A rule of another resource, which cannot match an insert of a row. */
function aside(n: number): object {
  return {
    name: `Aside ${n}`,
    when: { actor_types: ["service"], resources: ["contacts"], operations: { gte: n + 1 } },
    outcome: "queue",
  };
}
