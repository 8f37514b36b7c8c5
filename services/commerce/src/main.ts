import { runMain, shutdownGraceMs } from "@jst/service";
import { readCommerceConfig } from "./config.ts";
import { startCommerce } from "./service.ts";

await runMain(() => startCommerce(readCommerceConfig(process.env)), shutdownGraceMs);
