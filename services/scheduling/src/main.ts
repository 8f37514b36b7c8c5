import { runMain, shutdownGraceMs } from "@jst/service";
import { readSchedulingConfig } from "./config.ts";
import { startScheduling } from "./service.ts";

await runMain(() => startScheduling(readSchedulingConfig(process.env)), shutdownGraceMs);
