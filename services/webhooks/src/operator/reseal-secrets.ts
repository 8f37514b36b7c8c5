import type { SecretBox } from "@jst/config";
import type { InternalHandler } from "../../gen/rpc.ts";
import { secretOwner } from "../secrets/endpoint-secret.ts";
import { findSealed, secretsMax, storeSealed, type Sealed } from "./queries.ts";

/** One part; jst asks for one after the other. It may be repeated: what the current key has sealed stays as it is. */
export const resealSecrets: InternalHandler<"ResealSecrets"> = async ({ after }, { deps }) => {
  const { secrets, operator } = deps;
  return operator.onQueue(async (session) => {
    const part = await findSealed(session, after);
    const unreadable: string[] = [];
    let resealed = 0;
    for (const endpoint of part) {
      const anew = sealedAnew(endpoint, secrets);
      if (anew === "unreadable") unreadable.push(endpoint.id);
      else if (anew !== "current" && (await storeSealed(session, endpoint, anew))) resealed += 1;
    }
    const next = part.length < secretsMax ? null : (part.at(-1)?.id ?? null);
    return { body: { resealed, unreadable, key: secrets.current, next } };
  });
};

function sealedAnew(endpoint: Sealed, box: SecretBox): Sealed | "current" | "unreadable" {
  const { secret, previous_secret: previous, former_secrets: former } = endpoint;
  const owner = secretOwner(endpoint.team_id, endpoint.id);
  const bytesOf = (sealed: string) => Buffer.from(sealed, "base64");
  const all = [secret, ...(previous === null ? [] : [previous]), ...former.map((one) => one.secret)];
  if (all.every((one) => box.isCurrent(bytesOf(one)))) return "current";
  const anew = (sealed: string) => box.seal(box.open(bytesOf(sealed), owner), owner).toString("base64");
  try {
    return {
      ...endpoint,
      secret: anew(secret),
      previous_secret: previous && anew(previous),
      former_secrets: former.map((one) => ({ ...one, secret: anew(one.secret) })),
    };
  } catch {
    return "unreadable";
  }
}
