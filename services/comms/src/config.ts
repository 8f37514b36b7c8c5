import { readConfig, secretFile, text } from "@jst/config";
import { relaySettings, rpcSettings } from "@jst/service";

/** Reads the comms service's environment; all problems are reported at once. */
export const readCommsConfig = (environment: Readonly<Record<string, string | undefined>>) =>
  readConfig(environment, {
    ...rpcSettings,
    ...relaySettings,
    /** Keys that sign the cursors of lists. */
    cursorKeys: secretFile("CURSOR_KEYS_FILE"),
    /** gRPC address of auth, host:port. */
    authGrpc: text("AUTH_GRPC"),
    /** gRPC address of the service crm, host:port: knows where contacts are reached. */
    crmGrpc: text("CRM_GRPC"),
  });

/** Settings of the comms service. */
export type CommsConfig = ReturnType<typeof readCommsConfig>;
