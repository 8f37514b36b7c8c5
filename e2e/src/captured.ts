import { until } from "@jst/testing";
import { jst } from "./fleet.ts";

const CAPTURED_MS = 60_000;

/** A captured message as an operator reads it: whole, with the secrets of pages in it (comms.capture). */
export interface Captured {
  id: string;
  to: string;
  subject: string | null;
  text: string | null;
  headers: Record<string, string>;
  files: { content: string }[];
}

/** Resolves with the newest captured message to an address, once there is one. */
export function capturedTo(slug: string, to: string): Promise<Captured> {
  return until(`a message to ${to} is captured`, CAPTURED_MS, async () => {
    const { messages } = await jst<{ messages: Captured[] }>("comms", "capture", "--team", slug);
    return messages.find((message) => message.to === to);
  });
}

/** Secret of the last address of a page in a captured message: in its text, else in the header for opting out. */
export async function secretMailedTo(slug: string, to: string): Promise<string> {
  const { text, headers } = await capturedTo(slug, to);
  const addresses = `${headers["List-Unsubscribe"] ?? ""} ${text ?? ""}`.matchAll(
    /\/p\/[a-z-]+\/([\w-]{43,})/g,
  );
  const [, secret] = [...addresses].at(-1) ?? [];
  if (secret === undefined) throw new Error(`The message to ${to} has no address of a page.`);
  return secret;
}
