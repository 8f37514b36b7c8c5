import { runMain, shutdownGraceMs } from "@jst/service";
import { readWebhooksConfig } from "./config.ts";
import { startWebhooks } from "./service.ts";

await runMain(() => startWebhooks(readWebhooksConfig(process.env)), shutdownGraceMs);
