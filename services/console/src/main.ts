import { runMain, shutdownGraceMs } from "@jst/service";
import { readConsoleConfig } from "./config.ts";
import { startConsole } from "./service.ts";

await runMain(() => startConsole(readConsoleConfig(process.env)), shutdownGraceMs);
