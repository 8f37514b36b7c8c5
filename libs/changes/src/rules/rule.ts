import type { Door, Role } from "@jst/caller";

/** Outcome of a rule: the write runs, waits for approval, or is refused. */
export type RuleOutcome = "run" | "queue" | "refuse";

/** Kind of hand in a rule; `admin` is a signed-in owner or admin, `member` a signed-in member. */
export type HandType = "human" | "break_glass" | "oauth_app" | "member" | "admin" | "service";

/** Bounds of a number, both included; absent is unbounded. */
export interface Range {
  gte?: number;
  lte?: number;
}

/** Conditions of a rule; all that are given hold, and an absent one holds for any write (rules.conditions). */
export interface RuleCondition {
  doors?: readonly Door[];
  actor_types?: readonly HandType[];
  /** Ids of tokens, and of grants of connected apps. */
  token_ids?: readonly string[];
  client_ids?: readonly string[];
  resources?: readonly string[];
  table_ids?: readonly string[];
  ops?: readonly ("create" | "update" | "delete")[];
  /** A cell of a row is `data.<column>`. */
  fields?: readonly string[];
  operations?: Range;
  amount?: Range & { currency: string };
  recipients?: Range;
  reversible?: boolean;
  /** One of both. */
  over_per_day?: { operations?: number; amount?: { currency: string; value: number } };
}

/** People who decide on proposals of a rule. */
export interface RuleApprovers {
  roles: readonly Exclude<Role, "viewer">[];
  /** Ids of members. */
  members: readonly string[];
}

/** Enabled approval rule of a team, as auth answers it. The members of deciding have their defaults filled in. */
export interface ApprovalRule {
  id: string;
  name: string;
  when: RuleCondition;
  outcome: RuleOutcome;
  /** Text for the proposer. */
  message: string | null;
  approvers: RuleApprovers;
  /** Number of approvals that the last one completes. */
  needed: number;
  allow_self: boolean;
  timeout_hours: number;
}

/** Rules of a team in the order in which they are tried. */
export interface TeamRules {
  version: number;
  rules: readonly ApprovalRule[];
  /** Zone of the team, in which days of its rules begin; the release before does not answer it. */
  timezone?: string | undefined;
}

/** Hand that writes: a person, a token or an app, at a door. */
export interface Hand {
  door: Door;
  type: HandType;
  /** Id of the token, or of the grant of a connected app. */
  token_id: string;
  /** Id that the tokens of one sign-in share. */
  family_id?: string;
  client_id?: string;
  /** Grant of an app, member, or sign-in of a token without a member: by what counts of a day are stored. */
  counted_as: string;
}
