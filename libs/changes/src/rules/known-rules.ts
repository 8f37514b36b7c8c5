import type { Hop, PeerRpc } from "@jst/rpc";
import type { RulesOf } from "../deps.ts";
import type { TeamRules } from "./rule.ts";

/** Teams whose rules are remembered at once. */
const TEAMS_MAX = 10_000;

/** The rpc of auth that answers the enabled rules of a team. */
export interface RulesPeer {
  getRules: PeerRpc<{ team_id: string }, TeamRules>;
}

interface Known {
  version: number;
  rules: Promise<TeamRules>;
}

/**
 * Asks auth for the rules of a team, once for each version. Rules that are newer than the caller's are good: the caller
 * was signed before they were saved. While auth cannot say, a version that is not known fails as auth does.
 */
export function rulesFrom(auth: RulesPeer, teamsMax = TEAMS_MAX): RulesOf {
  const known = new Map<string, Known>();
  return async (teamId, version, hop) => {
    if (version === undefined) return undefined;
    const found = known.get(teamId);
    const entry = found !== undefined && found.version >= version ? found : ask(teamId, version, hop);
    known.delete(teamId);
    known.set(teamId, entry);
    const [oldest] = known.keys();
    if (known.size > teamsMax && oldest !== undefined) known.delete(oldest);
    const { rules } = entry;
    const answered = await rules;
    return answered.rules.length === 0 ? undefined : answered;
  };

  function ask(teamId: string, version: number, hop: Hop): Known {
    const entry: Known = { version, rules: auth.getRules({ team_id: teamId }, hop) };
    const forget = () => {
      if (known.get(teamId) === entry) known.delete(teamId);
    };
    entry.rules.then((answered) => {
      // An answer of before that version, or of a team without rules by now, is good for these calls alone.
      if (answered.version < entry.version) forget();
      else entry.version = answered.version;
    }, forget);
    return entry;
  }
}
