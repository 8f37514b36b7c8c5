import type { Reply } from "@jst/rpc";

/** A contact as a reply, its version as ETag. */
export function contactReply(
  contact: { body: Reply["body"]; version: number },
  headers: Record<string, string> = {},
): Reply {
  return { body: contact.body, headers: { ...headers, etag: `"${contact.version}"` } };
}
