import type { StoredRequests } from "@jst/changes";
import type { SecretBox } from "@jst/config";
import { withoutPageSecrets } from "@jst/pages";
import type { AnyInput } from "@jst/rpc";

/** The request of a proposal opens for its own team alone. */
const ownerOf = (teamId: string): string => `${teamId} proposal`;

/** Stores requests of proposals with the secrets of pages hidden, and the whole request sealed (comms.secrets). */
export const storedRequests = (secrets: SecretBox): StoredRequests => ({
  stored: (request, teamId) => {
    const whole = JSON.stringify(request);
    const shown = withoutPageSecrets(whole);
    if (shown === whole) return request;
    const sealed = secrets.seal(whole, ownerOf(teamId)).toString("base64");
    return { ...(JSON.parse(shown) as AnyInput), sealed };
  },
  opened: (stored, teamId) => {
    if (!("sealed" in stored)) return stored as AnyInput;
    const sealed = Buffer.from(String(stored.sealed), "base64");
    return JSON.parse(secrets.open(sealed, ownerOf(teamId))) as AnyInput;
  },
});
