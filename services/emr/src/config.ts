import { readConfig, secret, secretFile, text } from "@jst/config";
import { relaySettings, rpcSettings } from "@jst/service";

/** Reads the emr service's environment; all problems are reported at once. */
export const readEmrConfig = (environment: Readonly<Record<string, string | undefined>>) =>
  readConfig(environment, {
    ...rpcSettings,
    ...relaySettings,
    /** Connection of role emr_audit, which appends to the record of who looked at what. */
    auditDatabaseUrl: secret("AUDIT_DATABASE_URL"),
    /** Keys of the cursors of lists. */
    cursorKeys: secretFile("CURSOR_KEYS_FILE"),
    /** gRPC address of the service auth, host:port: knows who proposes. */
    authGrpc: text("AUTH_GRPC"),
    /** gRPC address of account, host:port: lists the teams. */
    accountGrpc: text("ACCOUNT_GRPC"),
    /** gRPC address of the service crm, host:port: knows the contacts that observations are of. */
    crmGrpc: text("CRM_GRPC"),
    /** gRPC address of the service data, host:port: knows the files that prove consents. */
    dataGrpc: text("DATA_GRPC"),
  });

/** Settings of the emr service. */
export type EmrConfig = ReturnType<typeof readEmrConfig>;
