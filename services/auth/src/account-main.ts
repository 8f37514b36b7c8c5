import { runMain, shutdownGraceMs } from "@jst/service";
import { readAccountConfig } from "./account-config.ts";
import { startAccount } from "./account-service.ts";

await runMain(() => startAccount(readAccountConfig(process.env)), shutdownGraceMs);
