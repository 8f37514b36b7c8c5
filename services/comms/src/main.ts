import { runMain, shutdownGraceMs } from "@jst/service";
import { readCommsConfig } from "./config.ts";
import { startComms } from "./service.ts";

await runMain(() => startComms(readCommsConfig(process.env)), shutdownGraceMs);
