import { choice, readConfig, secret, secretFile, text } from "@jst/config";
import { guardSettings } from "@jst/jobs/outbound";
import { httpSettings, relaySettings } from "@jst/service";
import { sharedSettings } from "./config.ts";

/** Reads the environment of the workload account; all problems are reported at once. */
export const readAccountConfig = (environment: Readonly<Record<string, string | undefined>>) =>
  readConfig(environment, {
    ...sharedSettings,
    ...relaySettings,
    ...httpSettings,
    /** Keys that sign the cursors of lists. */
    cursorKeys: secretFile("CURSOR_KEYS_FILE"),
    /** File outside the database that signed heads of the audit chains are appended to every hour; empty: none are. */
    auditHeadsFile: text("AUDIT_HEADS_FILE", ""),
    /** Keys that seal the secrets of teams. */
    endpointSecretKeys: secretFile("ENDPOINT_SECRET_KEYS_FILE"),
    ...guardSettings,
    /** OpenID provider of teams that have none of their own; empty: there is none. */
    signInIssuer: text("SIGN_IN_OIDC_ISSUER", ""),
    signInClientId: text("SIGN_IN_OIDC_CLIENT_ID", ""),
    /** Empty where the provider knows its client by PKCE alone. */
    signInClientSecret: secret("SIGN_IN_OIDC_CLIENT_SECRET", ""),
    /** Whether mailed links sign in. */
    signInMail: choice("SIGN_IN_MAIL", ["on", "off"], "on"),
    /** gRPC address of the service comms, host:port: mails links to members. */
    commsGrpc: text("COMMS_GRPC"),
    /** gRPC address of the service emr, host:port: keeps the record of who looked at health data. */
    emrGrpc: text("EMR_GRPC"),
  });

export type AccountConfig = ReturnType<typeof readAccountConfig>;
