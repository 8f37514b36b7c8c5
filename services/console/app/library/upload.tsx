import { useState } from "react";
import { Button } from "react-aria-components";
import { Outcome } from "../parts/outcome.tsx";
import { Select } from "../parts/select.tsx";
import { TextInput } from "../parts/text-input.tsx";
import { FILES } from "../words/library.ts";
import { useUploading } from "./uploading.ts";

/** Form that uploads files of this machine. */
export function Upload({ onDone }: { onDone: () => void }) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [folder, setFolder] = useState("");
  const [visibility, setVisibility] = useState<keyof typeof FILES.visibilities>("private");
  const uploading = useUploading();
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!uploading.isPending)
          uploading.mutate({ files, folder: folder.trim(), visibility }, { onSuccess: onDone });
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
      <Outcome of={uploading} />
      <Button type="submit" className={uploading.isPending ? "main pending" : "main"}>
        {FILES.does}
      </Button>
    </form>
  );
}
