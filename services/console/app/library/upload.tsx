import { answered } from "@jst/client";
import { useState } from "react";
import { Button } from "react-aria-components";
import { api } from "../api.ts";
import { Outcome } from "../parts/outcome.tsx";
import { Select } from "../parts/select.tsx";
import { TextInput } from "../parts/text-input.tsx";
import { useWriting } from "../parts/writing.ts";
import { FILES } from "../words/library.ts";

interface Uploaded {
  files: readonly File[];
  folder: string;
  visibility: string;
}

/** Uploads files of this machine. */
export function Upload() {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [folder, setFolder] = useState("");
  const [visibility, setVisibility] = useState<keyof typeof FILES.visibilities>("private");
  const uploading = useWriting({
    send: (what: Uploaded, header) => {
      // The body is the browser's own form; the type that the document gives its files is that of JSON.
      const body = { file: [] };
      return answered(
        api.POST("/api/v1/files", { params: { header }, body, bodySerializer: () => formOf(what) }),
      );
    },
    touches: [["files"]],
  });
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!uploading.isPending) uploading.mutate({ files, folder: folder.trim(), visibility });
      }}
    >
      <label>
        {FILES.choose}
        <input type="file" multiple required onChange={({ target }) => setFiles([...(target.files ?? [])])} />
      </label>
      <TextInput label={FILES.fields.folder} is={folder} onText={setFolder} />
      <Select
        label={FILES.fields.visibility}
        of={FILES.visibilities}
        is={visibility}
        onChange={setVisibility}
      />
      <Outcome of={uploading}>
        {() => <p role="status">{FILES.uploaded(files.map(({ name }) => name).join(", "))}</p>}
      </Outcome>
      <Button type="submit" className={uploading.isPending ? "main pending" : "main"}>
        {FILES.does}
      </Button>
    </form>
  );
}

function formOf({ files, folder, visibility }: Uploaded): FormData {
  const form = new FormData();
  for (const file of files) form.append("file", file);
  if (folder !== "") form.append("folder", folder);
  form.append("visibility", visibility);
  return form;
}
