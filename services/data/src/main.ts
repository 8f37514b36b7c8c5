import { runMain, shutdownGraceMs } from "@jst/service";
import { readDataConfig } from "./config.ts";
import { startData } from "./service.ts";

await runMain(() => startData(readDataConfig(process.env)), shutdownGraceMs);
