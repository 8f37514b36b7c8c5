import { tmpdir } from "node:os";
import { integer, readConfig, secret, secretFile, text } from "@jst/config";
import { guardSettings } from "@jst/jobs/outbound";
import { httpSettings, relaySettings, rpcSettings } from "@jst/service";
import type { BucketAccess } from "./files/store/open-store.ts";

/** Reads the data service's environment; all problems are reported at once. */
export const readDataConfig = (environment: Readonly<Record<string, string | undefined>>) =>
  readConfig(environment, {
    ...rpcSettings,
    ...relaySettings,
    ...httpSettings,
    /** Keys that sign the cursors of lists. */
    cursorKeys: secretFile("CURSOR_KEYS_FILE"),
    /** Connection of role data_worker, which moves tables that grow. */
    workerDatabaseUrl: secret("WORKER_DATABASE_URL"),
    /** Rows from which a table gets a physical table of its own. */
    promotedFrom: integer("ROWS_PROMOTED_FROM", 1, 1_000_000_000, 8_000),
    /** gRPC address of the service auth, host:port: knows the members that cells name. */
    authGrpc: text("AUTH_GRPC"),
    /** gRPC address of the service account, host:port: lists teams and turns their texts into vectors. */
    accountGrpc: text("ACCOUNT_GRPC"),
    /** gRPC address of the service crm, host:port: knows the contacts that cells name. */
    crmGrpc: text("CRM_GRPC"),
    /** Connection of role data_lookup, which tells whose an address of a file is. */
    lookupDatabaseUrl: secret("LOOKUP_DATABASE_URL"),
    /**
     * Store of the bytes of files: `directory:` and the path of a folder, or `s3:` and the URL of a bucket, such as
     * s3:https://s3.example.com/files. Without it, uploads are refused.
     */
    filesStore: text("FILES_STORE", ""),
    /** Region and keys of the bucket. */
    filesS3Region: text("FILES_S3_REGION", "us-east-1"),
    filesS3AccessKeyId: secret("FILES_S3_ACCESS_KEY_ID", ""),
    filesS3SecretAccessKey: secret("FILES_S3_SECRET_ACCESS_KEY", ""),
    /** Folder on a disk, where bytes on their way to a bucket wait: 4 GiB at most. */
    filesSpool: text("FILES_SPOOL", tmpdir()),
    /** Folder on a disk for sources of imports while they are read, 500 MiB each; os.tmpdir() of Node follows it. */
    temporaryFolder: text("TMPDIR", tmpdir()),
    /** Keys that seal the tokens of imports. */
    endpointSecretKeys: secretFile("ENDPOINT_SECRET_KEYS_FILE"),
    /** Address of the API of Airtable, from which imports read; another one is for development and tests. */
    airtableUrl: text("AIRTABLE_URL", "https://api.airtable.com"),
    ...guardSettings,
  });

/** Settings of the data service. */
export type DataConfig = ReturnType<typeof readDataConfig>;

/** Returns the access settings of a bucket besides its address. */
export const bucketAccess = (config: DataConfig): BucketAccess => ({
  region: config.filesS3Region,
  accessKeyId: config.filesS3AccessKeyId,
  secretAccessKey: config.filesS3SecretAccessKey,
  spool: config.filesSpool,
});
