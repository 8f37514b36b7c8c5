/** PostgreSQL behind one door: the team transaction. */
export type { Joined, PlanMode, ReadLimits, ReadMany, Row, Statement, TeamContext, TeamTx } from "./types.ts";
export { Database, type DatabaseOptions, type Written } from "./database.ts";
export type { Durability } from "./durability.ts";
export type { OpenState } from "./open-state.ts";
export { plannedOnce, type StartSettings } from "./start-options.ts";
export { SystemDatabase, type SystemTx } from "./system-database.ts";
export { LeasedSession, type LeaseOptions } from "./leased-session.ts";
export { one } from "./one.ts";
export { systemContext, type SystemRequest } from "./system-context.ts";
export { startClock, startLeased, type LeasedWork, type RunningWork } from "./leased-work.ts";
export { startNormalizer, type NormalizerOptions } from "./normalization/normalizer.ts";
export { listLeft } from "./normalization/statements.ts";
export {
  EXACT_EVERYWHERE,
  textColumnsOf,
  textTables,
  type Texts,
  type TextTable,
} from "./normalization/texts.ts";
export { normalizeTeam, retryNoted, type Walk } from "./normalization/walk.ts";
export { FairSemaphore, type SemaphoreOptions, type Waits } from "./fair-semaphore.ts";
export { limitWait } from "./limit-wait.ts";
export { ReadFirst } from "./read-first.ts";
export { RunningTime } from "./running-time.ts";
export { TeamQueue } from "./team-queue.ts";
export { Signal } from "./signal.ts";
export { reapReplies } from "./reap-replies.ts";
export { Listener, type ListenerOptions } from "./listener.ts";
export { isConstraint, isIntegrityViolation, isMissingParent } from "./errors.ts";
export { type ArrayItem, type ArrayType, BinaryArray } from "./binary-array.ts";
export { instant } from "./instant.ts";
export { storableText } from "./storable-text.ts";
export { uuidv7 } from "./uuid.ts";
export { bootstrap, BOOTSTRAP_LOCK, type BootstrapOptions } from "./bootstrap.ts";
export { createVector } from "./vector.ts";
export { collationOf, ordersState, TEXT_LOCALES, type TextLocale, textLocaleOf } from "./collations.ts";
export { platformSql } from "./platform-sql.ts";
export { withOperatorClasses } from "./operator-classes.ts";
export { migrate, type MigrateOptions } from "./migrate.ts";
