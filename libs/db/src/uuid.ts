import { randomUUID } from "node:crypto";

/** Makes a UUID of version 7, sortable by millisecond of creation, for ids that the database does not make itself. */
export function uuidv7(nowMs: number = Date.now()): string {
  const time = nowMs.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
