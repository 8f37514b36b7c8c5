import { runMain, shutdownGraceMs } from "@jst/service";
import { readAuthConfig } from "./config.ts";
import { startAuth } from "./service.ts";

await runMain(() => startAuth(readAuthConfig(process.env)), shutdownGraceMs);
