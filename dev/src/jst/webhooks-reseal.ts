import { webhooksRpc } from "./events-status.ts";
import { resealCommand } from "./reseal.ts";

/** After another key became `current` in endpoint-secret-keys.json: then nothing needs the former ones. */
export const webhooksReseal = resealCommand({
  name: "webhooks reseal",
  summary: "Seals every endpoint's secret under the current key, so that former keys can be removed.",
  rpc: webhooksRpc("ResealSecrets"),
  sealed: "endpoints",
  remedy: "its owner must rotate the secret",
});
