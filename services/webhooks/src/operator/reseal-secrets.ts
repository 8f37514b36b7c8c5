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
  const { secret, previous_secret: previous } = endpoint;
  const owner = secretOwner(endpoint.team_id, endpoint.id);
  const bytes = [secret, previous].filter((one) => one !== null).map((one) => Buffer.from(one, "base64"));
  if (bytes.every((one) => box.isCurrent(one))) return "current";
  try {
    const [current = "", former = null] = bytes.map((one) =>
      box.seal(box.open(one, owner), owner).toString("base64"),
    );
    return { ...endpoint, secret: current, previous_secret: former };
  } catch {
    return "unreadable";
  }
}
