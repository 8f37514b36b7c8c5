import type { Change, Conflict } from "@jst/changes";
import { validationFailed, type FieldError } from "@jst/errors";
import type { Artifact } from "../../gen/rpc.ts";
import { isSvg } from "../files/upload/markup.ts";
import { csvFaults } from "./csv-faults.ts";
import { jsonThread } from "./json-thread.ts";

/** Throws validation_failed unless there is either a content or a file. */
export function requireOne({ content, file_id: file }: Pick<Artifact, "content" | "file_id">): void {
  if ((content === null) !== (file === null)) return;
  const message = "An artifact has either content or file_id. Send exactly one of them.";
  const field = file === null ? "content" : "file_id";
  throw validationFailed([{ field, code: file === null ? "required" : "conflict", message }]);
}

/** Throws validation_failed for a content that is not of its kind, with every bad line of a table. */
export async function requireContent(kind: string, content: string, teamId: string): Promise<void> {
  const faults = await faultsOf(kind, content, teamId);
  if (faults.length > 0) throw validationFailed(faults);
}

/** Live artifacts that an undo would leave with a content that is not of their kind. */
export async function misfits(changes: readonly Change[], teamId: string): Promise<readonly Conflict[]> {
  const found: Conflict[] = [];
  for (const { resource, id, after } of changes) {
    const { kind, content, deleted_at: deletedAt } = (after ?? {}) as Partial<Artifact>;
    if (kind === undefined || typeof content !== "string" || deletedAt !== null) continue;
    const [first] = await faultsOf(kind, content, teamId);
    if (first !== undefined) found.push({ resource, id, fields: ["content"], reason: first.message });
  }
  return found;
}

function faultsOf(kind: string, content: string, teamId: string): FieldError[] | Promise<FieldError[]> {
  switch (kind) {
    case "json":
      return jsonFaults(content, teamId);
    case "csv":
      return csvFaults(content, "content", teamId);
    case "image": {
      const message = "Must be SVG that begins with <svg>. Upload other pictures as files.";
      return isSvg(content) ? [] : [{ field: "content", code: "not_svg", message }];
    }
    default:
      return [];
  }
}

async function jsonFaults(content: string, teamId: string): Promise<FieldError[]> {
  const message = await jsonThread.run(teamId, content);
  return message === null ? [] : [{ field: "content", code: "invalid_json", message }];
}
