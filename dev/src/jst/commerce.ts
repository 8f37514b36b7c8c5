import { resealCommand } from "./reseal.ts";

/** After another key became `current` in endpoint-secret-keys.json: then nothing needs the former ones. */
export const commerceReseal = resealCommand({
  name: "commerce reseal",
  summary:
    "Seals the secrets of all teams' providers under the current key, so that former keys can be removed.",
  rpc: { owner: "commerce", service: "commerce.v1.Operator", method: "ResealSecrets" },
  sealed: "secrets",
  remedy: "set the secret again",
});
