import { readConfig, secret, secretFile, text } from "@jst/config";
import { httpSettings, relaySettings, rpcSettings } from "@jst/service";
import { tmpdir } from "node:os";

/** Reads the crm service's environment; all problems are reported at once. */
export const readCrmConfig = (environment: Readonly<Record<string, string | undefined>>) =>
  readConfig(environment, {
    ...rpcSettings,
    ...relaySettings,
    ...httpSettings,
    /** Keys that sign the cursors of lists. */
    cursorKeys: secretFile("CURSOR_KEYS_FILE"),
    /** gRPC address of the service auth, host:port: knows the members that own contacts. */
    authGrpc: text("AUTH_GRPC"),
    /** gRPC address of the service account, host:port: lists teams and turns their texts into vectors. */
    accountGrpc: text("ACCOUNT_GRPC"),
    /** gRPC address of the service data, host:port: knows the files that answers name. */
    dataGrpc: text("DATA_GRPC"),
    /** gRPC addresses of the services that have things of which callers talk. */
    commerceGrpc: text("COMMERCE_GRPC"),
    commsGrpc: text("COMMS_GRPC"),
    schedulingGrpc: text("SCHEDULING_GRPC"),
    webhooksGrpc: text("WEBHOOKS_GRPC"),
    /** Connection of role crm_worker, which learns what has changed and is to be found. */
    workerDatabaseUrl: secret("WORKER_DATABASE_URL"),
    /** Folder on a disk for sources of imports while they are read, 500 MiB each; os.tmpdir() of Node follows it. */
    temporaryFolder: text("TMPDIR", tmpdir()),
  });

/** Settings of the crm service. */
export type CrmConfig = ReturnType<typeof readCrmConfig>;
