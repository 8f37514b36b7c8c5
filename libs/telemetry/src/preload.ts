// Loaded before everything else (`node --import`), so that every instrument finds the SDK in place.
import { telemetryConfig } from "./config.ts";
import { startSdk } from "./sdk.ts";

const sdk = await startSdk(telemetryConfig());

// The last spans leave when nothing is left to do; a process that is killed loses at most its last five seconds.
process.once("beforeExit", () => {
  sdk.shutdown().catch(() => undefined);
});
