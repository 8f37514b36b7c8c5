import type { SecretBox } from "@jst/config";
import { fileWithoutPageSecrets, withoutPageSecrets, newSecret } from "@jst/pages";
import type { Call, AnyInput } from "@jst/rpc";
import type { Deps } from "../deps.ts";
import type { StoredRequests } from "@jst/changes";

/** Attachment: a text of another service, or a file of the team, whose bytes are read when it is sent. */
export type StoredFile =
  | StoredText
  | { filename: string; content_type: string; file_id: string; size_bytes: number };

/** A text that goes with a message. */
export interface StoredText {
  filename: string;
  content_type: string;
  content: string;
}

/** Parts of a message that leave and may have addresses of pages that end in secrets. */
export interface Content {
  subject: string | null;
  text: string | null;
  html: string | null;
  files: readonly StoredFile[];
}

/** Content as the database and every answer have it, and the whole content sealed where that is something else. */
export interface StoredContent {
  shown: Content;
  sealed: Buffer | null;
}

/** A message whose content opens for its own team alone. */
export const ownerOfContent = (teamId: string): string => `${teamId} message`;

/** Hides the secrets of pages in the content, and seals the whole of it until the mail has left (comms.secrets). */
export function storedContent(content: Content, teamId: string, secrets: SecretBox): StoredContent {
  const { subject, text, html, files } = content;
  const shown = {
    subject: hidden(subject),
    text: hidden(text),
    html: hidden(html),
    files: files.map(hiddenIn),
  };
  const whole = JSON.stringify({ subject, text, html, files });
  if (JSON.stringify(shown) === whole) return { shown, sealed: null };
  return { shown, sealed: secrets.seal(whole, ownerOfContent(teamId)) };
}

/** Opens the content that leaves; `sealed` is in base64. */
export function wholeContent(
  sealed: string | null,
  teamId: string,
  secrets: SecretBox,
): Partial<Content & { headers: Record<string, string> }> {
  if (sealed === null) return {};
  return JSON.parse(secrets.open(Buffer.from(sealed, "base64"), ownerOfContent(teamId))) as Content;
}

/** Hides the secrets of pages in the texts of an object. */
export const hiddenValues = <T extends object>(values: T): T =>
  JSON.parse(withoutPageSecrets(JSON.stringify(values))) as T;

/** Hides the secrets of pages in a text that is there. */
export const hidden = (text: string | null): string | null => text && withoutPageSecrets(text);

const hiddenIn = (file: StoredFile): StoredFile =>
  "content" in file ? { ...file, content: fileWithoutPageSecrets(file) } : file;

/** Names the team that can open the sealed address. */
export const ownerOfUrl = (teamId: string): string => `${teamId} unsubscribe`;

/**
 * Makes the address at which the recipient of one message opts out: a secret of its own. The message stores its hash,
 * and the whole address sealed, so that each attempt sends the same one.
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
  hasSecrets: (stored) => "sealed" in stored,
});
