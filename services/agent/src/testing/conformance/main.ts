import { runMain, shutdownGraceMs } from "@jst/service";
import { readAgentConfig } from "../../config.ts";
import { actionsServer } from "../../mcp/servers.ts";
import { startAgent } from "../../service.ts";
import { conformanceServer } from "./server.ts";

/** The agent service with the fixtures of the conformance suite at /api/v1/mcp; started by e2e/referees alone. */
const servers = { mcp: conformanceServer, actions: actionsServer };
await runMain(() => startAgent(readAgentConfig(process.env), servers), shutdownGraceMs);
