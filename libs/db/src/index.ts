/** PostgreSQL behind one door: the team transaction. */
export type { Joined, PlanMode, ReadMany, Row, Statement, TeamContext, TeamTx } from "./types.ts";
export { Database, type DatabaseOptions, type Written } from "./database.ts";
export type { Durability } from "./durability.ts";
export { SystemDatabase, type SystemTx } from "./system-database.ts";
export { LeasedSession, type LeaseOptions } from "./leased-session.ts";
export { startLeased, type LeasedWork, type RunningWork } from "./leased-work.ts";
export { TeamQueue } from "./team-queue.ts";
export { Signal } from "./signal.ts";
export { reapReplies } from "./reap-replies.ts";
export { Listener, type ListenerOptions } from "./listener.ts";
export { isConstraint, isIntegrityViolation, isMissingParent } from "./errors.ts";
export { storableText } from "./storable-text.ts";
export { uuidv7 } from "./uuid.ts";
export { bootstrap, BOOTSTRAP_LOCK, type BootstrapOptions } from "./bootstrap.ts";
export { platformSql } from "./platform-sql.ts";
export { withOperatorClasses } from "./operator-classes.ts";
export { migrate, type MigrateOptions } from "./migrate.ts";
export { roles, services, type ServiceName } from "./roles.ts";
