import { readConfig, secretFile, text, type Setting } from "@jst/config";
import { httpSettings, processSettings } from "@jst/service";
import { calledServices } from "../gen/services.ts";

type CalledService = (typeof calledServices)[number];

/** gRPC addresses, host:port, of the services that the contract makes this one call: that of data is DATA_GRPC. */
const addresses = Object.fromEntries(
  calledServices.map((service) => [`${service}Grpc`, text(`${service.toUpperCase()}_GRPC`)]),
) as Record<`${CalledService}Grpc`, Setting<string>>;

/** Reads the agent service's environment; all problems are reported at once. */
export const readAgentConfig = (environment: Readonly<Record<string, string | undefined>>) =>
  readConfig(environment, {
    ...processSettings,
    ...httpSettings,
    ...addresses,
    /** auth, which keeps the record of calls and counts them. */
    authGrpc: text("AUTH_GRPC"),
    /** account, which turns questions into vectors, and knows why members cannot sign in. */
    accountGrpc: text("ACCOUNT_GRPC"),
    /** Private Ed25519 JWK, kid `agent:<id>`: proves this service to those it asks for changesets. */
    serviceSigningKey: secretFile("SERVICE_SIGNING_KEY_FILE"),
    cursorKeys: secretFile("CURSOR_KEYS_FILE"),
  });

/** Settings of the agent service. */
export type AgentConfig = ReturnType<typeof readAgentConfig>;

/** Address of every service the agent calls, by its name. */
export function addressesOf(config: AgentConfig): Record<CalledService, string> {
  const entries = calledServices.map((service) => [service, config[`${service}Grpc`]]);
  return Object.fromEntries(entries) as Record<CalledService, string>;
}
