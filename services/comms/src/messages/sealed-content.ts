import type { SecretBox } from "@jst/config";
import { fileWithoutPageSecrets, withoutPageSecrets } from "@jst/pages";

/** Attachment: a text of another service, or a file of the team, whose bytes are read when it is sent. */
export type StoredFile =
  StoredText | { filename: string; content_type: string; file_id: string; size_bytes: number };

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
