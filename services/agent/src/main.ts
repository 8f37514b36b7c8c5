import { runMain, shutdownGraceMs } from "@jst/service";
import { readAgentConfig } from "./config.ts";
import { startAgent } from "./service.ts";

await runMain(() => startAgent(readAgentConfig(process.env)), shutdownGraceMs);
