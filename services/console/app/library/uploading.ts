import { answered, isQueued } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { useWriting } from "../parts/writing.ts";

/** Files of this machine, and how they are kept. */
export interface Uploaded {
  files: readonly File[];
  folder?: string;
  visibility: string;
  /** Whether an archive is kept as it is, without its files beside it. */
  isWhole?: boolean;
}

type UploadedFile = Pick<Schemas["StoredFile"], "id" | "name">;

/** Uploads files; each upload is made once. */
export function useUploading(onKept: (kept: readonly UploadedFile[]) => void = () => undefined) {
  return useWriting({
    send: (what: Uploaded, header) => {
      // The body is the browser's own form; the type that the document gives its files is that of JSON.
      const body = { file: [] };
      const bodySerializer = () => formOf(what);
      return answered(api.POST("/api/v1/files", { params: { header }, body, bodySerializer }));
    },
    touches: [["files"]],
    onDone: (answer) => {
      if (!isQueued(answer)) onKept(keptOf(answer));
    },
  });
}

/** One file answers itself, several a list. */
function keptOf(answer: object): readonly UploadedFile[] {
  const { files } = answer as { files?: UploadedFile[] };
  return files ?? [answer as UploadedFile];
}

function formOf({ files, folder = "", visibility, isWhole = false }: Uploaded): FormData {
  const form = new FormData();
  for (const file of files) form.append("file", file);
  if (folder !== "") form.append("folder", folder);
  form.append("visibility", visibility);
  if (isWhole) form.append("extract", "false");
  return form;
}
