export { descriptor as changesDescriptor, rpcs as changesRpcs } from "../gen/registry.ts";
/** Undo records, proposals, decisions and undo. The tables and the trigger are made by libs/db/sql. */
export { changesetUuid, changesOf, type Change, type Image, type Operation } from "./changes.ts";
export { authFactsFrom, callersFrom, type AuthFacts, type ProposerPeer } from "./caller-of.ts";
export { changesetConflict, type Conflict } from "./conflicts.ts";
export { notifyDeciders, type NotifyingParts } from "./deciding/notify-deciders.ts";
export { notifyStored } from "./deciding/notify-stored.ts";
export { expireChangesets, type ExpiryParts } from "./expire.ts";
export type {
  ActiveMembersOf,
  AskedDecider,
  CallerOf,
  DeciderFacts,
  DeciderFactsOf,
  MembersOf,
  Proposer,
  RulesNow,
  RulesOf,
  StoredRequests,
} from "./deps.ts";
export { addRpcsWithChangesets, type ChangesetOptions } from "./mount.ts";
export { insertComment } from "./comments/queries.ts";
export { insertProposal } from "./queries.ts";
export { insertVote } from "./deciding/votes.ts";
export { storeVersion } from "./versions.ts";
export type {
  ApprovalRule,
  Hand,
  HandType,
  RuleApprovers,
  RuleCondition,
  RuleOutcome,
  TeamRules,
} from "./rules/rule.ts";
export { rulesFrom } from "./rules/known-rules.ts";
export { queuedBy, stoppingRule, type PagedWork } from "./rules/ruled.ts";
export { judge, type Amount, type Counts, type JudgedOperation, type Verdict } from "./rules/judge.ts";
export { countExecuted, countsOfToday } from "./rules/counts.ts";
export { handOf, storedHand } from "./rules/hand.ts";
export { judgedOperations, touchableFields } from "./rules/operations.ts";
export { insertLeft } from "./sets/set-queries.ts";
export { addMember, beginSet, endSet, type NewSet, type SetPage } from "./sets/set.ts";
export type { EditedRow, NetChange } from "./undo/net-changes.ts";
export type { UndoOptions } from "./undo/options.ts";
export type {
  Called,
  Folding,
  ImageForm,
  Mentioned,
  Mentions,
  Resource,
  Resources,
  UndoPolicy,
} from "./resource.ts";
