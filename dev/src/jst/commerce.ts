import { resealCommand } from "./reseal.ts";

/** After another key became `current` in endpoint-secret-keys.json: then only addresses of pages need a former one. */
export const commerceReseal = resealCommand({
  name: "commerce reseal",
  summary:
    "Seals the secrets of all teams' providers under the current key; former keys can go then, but the first: addresses of pages follow from it.",
  rpc: { owner: "commerce", service: "commerce.v1.Operator", method: "ResealSecrets" },
  sealed: "secrets",
  remedy: "set the secret again",
});
