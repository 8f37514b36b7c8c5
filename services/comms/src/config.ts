import { checked, readConfig, secret, secretFile, text } from "@jst/config";
import { guardSettings } from "@jst/jobs/outbound";
import { httpSettings, relaySettings, rpcSettings } from "@jst/service";
import { settingKeys } from "./settings/keys.ts";

/** Reads the comms service's environment; all problems are reported at once. */
export const readCommsConfig = (environment: Readonly<Record<string, string | undefined>>) =>
  readConfig(environment, {
    ...rpcSettings,
    ...relaySettings,
    ...httpSettings,
    /** Keys that sign the cursors of lists. */
    cursorKeys: secretFile("CURSOR_KEYS_FILE"),
    /** gRPC address of auth, host:port. */
    authGrpc: text("AUTH_GRPC"),
    /** gRPC address of account, host:port: lists the teams. */
    accountGrpc: text("ACCOUNT_GRPC"),
    /** gRPC address of the service crm, host:port: knows where contacts are reached. */
    crmGrpc: text("CRM_GRPC"),
    /** gRPC address of the service data, host:port: knows the tables that rules fill. */
    dataGrpc: text("DATA_GRPC"),
    /** Connection of role comms_worker, which sees the queue of all teams. */
    workerDatabaseUrl: secret("WORKER_DATABASE_URL"),
    /** Connection of role comms_lookup, which tells whose message an address of unsubscribing is of. */
    lookupDatabaseUrl: secret("LOOKUP_DATABASE_URL"),
    /** Keys that seal the secrets of teams. */
    endpointSecretKeys: secretFile("ENDPOINT_SECRET_KEYS_FILE"),
    /** Mail server of the fleet: sends mails to members of teams without a server of their own. */
    platformSmtpUrl: checked(secret("PLATFORM_SMTP_URL", ""), (url) =>
      url.reveal() === "" ? undefined : settingKeys["comms.email.smtp_url"]?.faultOf(url.reveal()),
    ),
    /** Sender of these mails. */
    platformFrom: checked(text("PLATFORM_FROM", ""), (from) =>
      from === "" ? undefined : settingKeys["comms.email.from"]?.faultOf(from),
    ),
    ...guardSettings,
  });

/** Settings of the comms service. */
export type CommsConfig = ReturnType<typeof readCommsConfig>;
