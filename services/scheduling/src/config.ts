import { readConfig, secret, secretFile, text } from "@jst/config";
import { httpSettings, relaySettings, rpcSettings } from "@jst/service";

/** Reads the scheduling service's environment; all problems are reported at once. */
export const readSchedulingConfig = (environment: Readonly<Record<string, string | undefined>>) =>
  readConfig(environment, {
    ...rpcSettings,
    ...relaySettings,
    ...httpSettings,
    /** Connection of role scheduling_worker, which sees of all teams which bookings are due. */
    workerDatabaseUrl: secret("WORKER_DATABASE_URL"),
    /** Connection of role scheduling_lookup, which tells whose booking an address of a page is of. */
    lookupDatabaseUrl: secret("LOOKUP_DATABASE_URL"),
    /** Keys from which the addresses of bookings follow, and that seal mails on their way to comms. */
    endpointSecretKeys: secretFile("ENDPOINT_SECRET_KEYS_FILE"),
    /** Keys that sign the cursors of lists. */
    cursorKeys: secretFile("CURSOR_KEYS_FILE"),
    /** gRPC address of the service auth, host:port: knows the members that are hosts. */
    authGrpc: text("AUTH_GRPC"),
    /** gRPC address of account, host:port: lists the teams. */
    accountGrpc: text("ACCOUNT_GRPC"),
    /** gRPC address of the service crm, host:port: knows the contacts that book. */
    crmGrpc: text("CRM_GRPC"),
    /** gRPC address of the service comms, host:port: knows who a team's mail comes from. */
    commsGrpc: text("COMMS_GRPC"),
  });

/** Settings of the scheduling service. */
export type SchedulingConfig = ReturnType<typeof readSchedulingConfig>;
