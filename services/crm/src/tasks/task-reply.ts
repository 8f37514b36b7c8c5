import type { Reply } from "@jst/rpc";

/** A task as a reply, its version as ETag. */
export function taskReply(
  task: { body: Reply["body"]; version: number },
  headers: Record<string, string> = {},
): Reply {
  return { body: task.body, headers: { ...headers, etag: `"${task.version}"` } };
}
