import { runMain, shutdownGraceMs } from "@jst/service";
import { readEmrConfig } from "./config.ts";
import { startEmr } from "./service.ts";

await runMain(() => startEmr(readEmrConfig(process.env)), shutdownGraceMs);
