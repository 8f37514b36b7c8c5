import { integer, readConfig, secret, secretFile, text } from "@jst/config";
import { guardSettings } from "@jst/jobs/outbound";
import { relaySettings, rpcSettings } from "@jst/service";

/** Reads the webhooks service's environment; all problems are reported at once. */
export const readWebhooksConfig = (environment: Readonly<Record<string, string | undefined>>) =>
  readConfig(environment, {
    ...rpcSettings,
    ...relaySettings,
    /** gRPC address of auth, host:port. */
    authGrpc: text("AUTH_GRPC"),
    /** gRPC address of account, host:port: lists the teams. */
    accountGrpc: text("ACCOUNT_GRPC"),
    /** Keys that sign the cursors of lists. */
    cursorKeys: secretFile("CURSOR_KEYS_FILE"),
    /** Keys that seal the secrets of endpoints. */
    endpointSecretKeys: secretFile("ENDPOINT_SECRET_KEYS_FILE"),
    /** Connection of role webhooks_worker, which sees the queue of all teams. */
    workerDatabaseUrl: secret("WORKER_DATABASE_URL"),
    /** Length of a minute of the retry schedule in milliseconds; shorter for demonstrations and tests. */
    retryMinuteMs: integer("WEBHOOK_RETRY_MINUTE_MS", 1, 3_600_000, 60_000),
    ...guardSettings,
  });

/** Settings of the webhooks service. */
export type WebhooksConfig = ReturnType<typeof readWebhooksConfig>;
