import { integer, readConfig, secret, secretFile } from "@jst/config";
import { rpcSettings } from "@jst/service";

/** Settings that both workloads read: connections of the roles that reach all teams, and Redis. */
export const sharedSettings = {
  ...rpcSettings,
  /** Connection of role auth_audit, which appends to the audit log and does nothing else. */
  auditDatabaseUrl: secret("AUDIT_DATABASE_URL"),
  /** Connection of role auth_lookup: reads across teams what Check needs, and works for the operator. */
  lookupDatabaseUrl: secret("LOOKUP_DATABASE_URL"),
  /** Its connections, beside DATABASE_POOL. */
  lookupDatabasePool: integer("LOOKUP_DATABASE_POOL", 1, 100, 5),
  /** Counts requests per token, and refreshes per sign-in; both pass uncounted while it is away. */
  redisUrl: secret("REDIS_URL"),
};

/** Reads the environment of the workload auth; all problems are reported at once. */
export const readAuthConfig = (environment: Readonly<Record<string, string | undefined>>) =>
  readConfig(environment, {
    ...sharedSettings,
    /** Private Ed25519 JWK with a kid: signs caller tokens. */
    callerSigningKey: secretFile("CALLER_SIGNING_KEY_FILE"),
  });

export type AuthConfig = ReturnType<typeof readAuthConfig>;
