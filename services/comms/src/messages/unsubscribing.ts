import type { SecretBox } from "@jst/config";
import { newSecret } from "@jst/pages";
import type { Call } from "@jst/rpc";
import type { Deps } from "../deps.ts";

/** Of a team that is another's, what is sealed does not open. */
export const ownerOfUrl = (teamId: string): string => `${teamId} unsubscribe`;

/**
 * Where the recipient of one message opts out: a secret of its own, of which the message keeps the hash, and the whole
 * address sealed, so that each attempt carries the same one.
 */
export function unsubscribingOf({ baseUrl, caller, deps }: Call<Deps>): { hash: Buffer; sealed: Buffer } {
  const { secret, hash } = newSecret();
  const url = `${baseUrl}/p/unsubscribe/${secret}`;
  return { hash, sealed: deps.secrets.seal(url, ownerOfUrl(caller.team_id)) };
}

/** The address as it was sealed; null for a message that has none. */
export function openedUrl(
  { team_id: teamId, unsubscribe }: { team_id: string; unsubscribe: string | null },
  secrets: SecretBox,
): string | null {
  return unsubscribe === null ? null : secrets.open(Buffer.from(unsubscribe, "base64"), ownerOfUrl(teamId));
}
