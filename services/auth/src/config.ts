import { integer, readConfig, secret, secretFile, text } from "@jst/config";
import { guardSettings } from "@jst/jobs/outbound";
import { httpSettings, relaySettings, rpcSettings } from "@jst/service";

/** Reads the auth service's environment; all problems are reported at once. */
export const readAuthConfig = (environment: Readonly<Record<string, string | undefined>>) =>
  readConfig(environment, {
    ...rpcSettings,
    ...relaySettings,
    ...httpSettings,
    /** Keys that sign the cursors of lists. */
    cursorKeys: secretFile("CURSOR_KEYS_FILE"),
    /** Connection of role auth_audit, which appends to the audit log and does nothing else. */
    auditDatabaseUrl: secret("AUDIT_DATABASE_URL"),
    /** File outside the database that signed heads of the audit chains are appended to every hour; empty: none are. */
    auditHeadsFile: text("AUDIT_HEADS_FILE", ""),
    /** Private Ed25519 JWK with a kid: signs caller tokens. */
    callerSigningKey: secretFile("CALLER_SIGNING_KEY_FILE"),
    /** Keys that seal the secrets of teams. */
    endpointSecretKeys: secretFile("ENDPOINT_SECRET_KEYS_FILE"),
    /** Connection of role auth_lookup: reads across teams what Check needs, and works for the operator. */
    lookupDatabaseUrl: secret("LOOKUP_DATABASE_URL"),
    /** Its connections, beside DATABASE_POOL. */
    lookupDatabasePool: integer("LOOKUP_DATABASE_POOL", 1, 100, 5),
    ...guardSettings,
    /** OpenID provider of teams that have none of their own; empty: there is none. */
    signInIssuer: text("SIGN_IN_OIDC_ISSUER", ""),
    signInClientId: text("SIGN_IN_OIDC_CLIENT_ID", ""),
    /** Empty where the provider knows its client by PKCE alone. */
    signInClientSecret: secret("SIGN_IN_OIDC_CLIENT_SECRET", ""),
    /** Counts requests per token; requests pass uncounted while it is away. */
    redisUrl: secret("REDIS_URL"),
    /** gRPC address of the service emr, host:port: keeps the record of who looked at health data. */
    emrGrpc: text("EMR_GRPC"),
  });

/** Settings of the auth service. */
export type AuthConfig = ReturnType<typeof readAuthConfig>;
