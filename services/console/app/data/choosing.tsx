import { Pick, type Thing } from "../parts/pick.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { Several } from "../parts/several.tsx";
import { useUploading } from "../library/uploading.ts";
import { mayDo, useSession } from "../session/session.ts";
import { CELLS } from "../words/tables.ts";
import { isMany } from "./cells.ts";
import { choicesOf } from "./column-choices.ts";
import { findOf } from "./references.ts";
import type { Column } from "./tables.ts";

interface ChoosingOf {
  column: Column;
  chosen: readonly Thing[];
  onChange: (chosen: readonly Thing[]) => void;
}

/** What a cell names is chosen: some of the column's choices, or what is found of its kind. */
export function Choosing({ column, chosen, onChange }: ChoosingOf) {
  const { type, display_name: label } = column;
  const choices = choicesOf(column);
  const onIds = (ids: readonly string[]) => onChange(ids.map((id) => ({ id, name: id })));
  if (choices !== undefined)
    return <Several label={label} of={choices} chosen={chosen.map(({ id }) => id)} onChange={onIds} />;
  const many = isMany(column);
  return (
    <>
      <Pick
        label={label}
        queryKey={[type, column.relation?.table_id ?? ""]}
        find={findOf(column)}
        chosen={chosen}
        isMany={many}
        onChange={onChange}
      />
      {type === "file" && (
        <UploadHere isMany={many} onKept={(kept) => onChange(many ? [...chosen, ...kept] : kept)} />
      )}
    </>
  );
}

/** Uploads files of this machine, which are chosen then; an archive is kept as one file. */
function UploadHere({ isMany: many, onKept }: { isMany: boolean; onKept: (kept: readonly Thing[]) => void }) {
  const uploading = useUploading(onKept);
  if (!mayDo(useSession(), "files", "write")) return null;
  return (
    <>
      <label>
        {many ? CELLS.uploadSome : CELLS.upload}
        <input
          type="file"
          multiple={many}
          disabled={uploading.isPending}
          onChange={({ target }) => {
            const files = [...(target.files ?? [])];
            if (files.length > 0) uploading.mutate({ files, visibility: "private", isWhole: true });
          }}
        />
      </label>
      {uploading.isPending && <p role="status">{CELLS.uploading}</p>}
      <Outcome of={uploading} />
    </>
  );
}
