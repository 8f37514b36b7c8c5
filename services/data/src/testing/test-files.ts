import type { Caller } from "@jst/caller";
import type { TestDoor } from "@jst/testing";

/** A part of an upload: a file by its name, or an option. */
export type TestPart =
  | { file: string | Buffer; name: string; type?: string }
  | { option: string; value: string };

/** Reply of an upload. */
export interface Uploaded {
  status: number;
  headers: Headers;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test looks into the reply's members; their shape is what it asserts.
  body: any;
}

/** Parts as a form, in their order. */
export function formOf(parts: readonly TestPart[]): FormData {
  const form = new FormData();
  for (const part of parts)
    if ("option" in part) form.append(part.option, part.value);
    else form.append("file", new Blob([part.file], { type: part.type ?? "" }), part.name);
  return form;
}

/** Sends an upload through the door. */
export async function upload(
  door: Pick<TestDoor, "fetch">,
  caller: Caller,
  parts: readonly TestPart[],
  headers: Record<string, string> = {},
): Promise<Uploaded> {
  return repliedBy(
    await door.fetch("/api/v1/files", { method: "POST", caller, body: formOf(parts), headers }),
  );
}

/** Sends a body as it is. */
export async function uploadRaw(
  door: Pick<TestDoor, "fetch">,
  caller: Caller,
  body: string | Buffer,
  headers: Record<string, string>,
): Promise<Uploaded> {
  return repliedBy(await door.fetch("/api/v1/files", { method: "POST", caller, body, headers }));
}

/** A multipart body to the letter: heads and contents of its parts. */
export function rawForm(
  boundary: string,
  parts: readonly [head: string, content: string][],
  end = "--",
): string {
  const lines = parts.map(([head, content]) => `--${boundary}\r\n${head}\r\n\r\n${content}\r\n`);
  return `${lines.join("")}--${boundary}${end}\r\n`;
}

async function repliedBy(response: Response): Promise<Uploaded> {
  const text = await response.text();
  const body: unknown = text === "" ? undefined : JSON.parse(text);
  return { status: response.status, headers: response.headers, body };
}
