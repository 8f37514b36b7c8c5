import { port, readConfig, secretFile, text } from "@jst/config";
import { processSettings } from "@jst/service";

/** Reads the agent service's environment; all problems are reported at once. */
export const readAgentConfig = (environment: Readonly<Record<string, string | undefined>>) =>
  readConfig(environment, {
    ...processSettings,
    /** The express door. */
    httpPort: port("HTTP_PORT"),
    /** gRPC address of the service data, host:port. */
    dataGrpc: text("DATA_GRPC"),
    /** That of crm. */
    crmGrpc: text("CRM_GRPC"),
    /** That of webhooks. */
    webhooksGrpc: text("WEBHOOKS_GRPC"),
    /** Private Ed25519 JWK, kid `agent:<id>`: proves this service to those it asks for changesets. */
    serviceSigningKey: secretFile("SERVICE_SIGNING_KEY_FILE"),
    cursorKeys: secretFile("CURSOR_KEYS_FILE"),
    /** Origins of web pages that may call the agent doors, blank separated, besides the platform's own. */
    allowedOrigins: text("ALLOWED_ORIGINS", ""),
  });

/** Settings of the agent service. */
export type AgentConfig = ReturnType<typeof readAgentConfig>;
