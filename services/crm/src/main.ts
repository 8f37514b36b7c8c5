import { runMain, shutdownGraceMs } from "@jst/service";
import { readCrmConfig } from "./config.ts";
import { startCrm } from "./service.ts";

await runMain(() => startCrm(readCrmConfig(process.env)), shutdownGraceMs);
