import { readConfig, secretFile, text } from "@jst/config";
import { httpSettings, relaySettings, rpcSettings } from "@jst/service";

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
    /** gRPC address of the service data, host:port: knows the files that answers name. */
    dataGrpc: text("DATA_GRPC"),
  });

/** Settings of the crm service. */
export type CrmConfig = ReturnType<typeof readCrmConfig>;
