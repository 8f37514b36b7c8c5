import { readConfig, secret, secretFile, text } from "@jst/config";
import { httpSettings, relaySettings, rpcSettings } from "@jst/service";

/** Reads the commerce service's environment; all problems are reported at once. */
export const readCommerceConfig = (environment: Readonly<Record<string, string | undefined>>) =>
  readConfig(environment, {
    ...rpcSettings,
    ...relaySettings,
    ...httpSettings,
    /** Connection of role commerce_worker, which sees of all teams when something is due. */
    workerDatabaseUrl: secret("WORKER_DATABASE_URL"),
    /** Keys that sign the cursors of lists. */
    cursorKeys: secretFile("CURSOR_KEYS_FILE"),
    /** Keys that seal the secrets of teams, and from which the addresses of pages follow. */
    endpointSecretKeys: secretFile("ENDPOINT_SECRET_KEYS_FILE"),
    /** gRPC address of the service auth, host:port: knows who proposed a change. */
    authGrpc: text("AUTH_GRPC"),
    /** gRPC address of account, host:port: lists the teams. */
    accountGrpc: text("ACCOUNT_GRPC"),
    /** gRPC address of the service crm, host:port: knows the contacts that pay. */
    crmGrpc: text("CRM_GRPC"),
  });

/** Settings of the commerce service. */
export type CommerceConfig = ReturnType<typeof readCommerceConfig>;
