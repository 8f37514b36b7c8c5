import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
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

/** Stores the choice, which begins with the targets of the cell, and adopts names that load later. */
export function useChosen(named: readonly Thing[]) {
  const [changed, setChosen] = useState<readonly Thing[]>();
  const [was] = useState(named);
  const chosen = (changed ?? was).map((one) => named.find(({ id }) => id === one.id) ?? one);
  return { chosen, isChanged: changed !== undefined, setChosen };
}

interface ChoosingOf {
  column: Column;
  chosen: readonly Thing[];
  /** Text that the focused field begins with; undefined for a field without the focus. */
  typed?: string;
  onChange: (chosen: readonly Thing[]) => void;
}

/** Field that chooses among the choices of a column, or searches objects of the type that it names. */
export function Choosing({ column, chosen, typed, onChange }: ChoosingOf) {
  const { type, display_name: label } = column;
  const choices = choicesOf(column);
  const queries = useQueryClient();
  const onIds = (ids: readonly string[]) => onChange(ids.map((id) => ({ id, name: id })));
  if (choices !== undefined)
    return (
      <Several
        label={label}
        of={choices}
        chosen={chosen.map(({ id }) => id)}
        isFocused={typed !== undefined}
        onChange={onIds}
      />
    );
  const many = isMany(column);
  return (
    <>
      <Pick
        label={label}
        queryKey={[type, column.relation?.table_id ?? ""]}
        find={findOf(column, queries)}
        chosen={chosen}
        isMany={many}
        typed={typed}
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
  const { isPending } = uploading;
  if (!mayDo(useSession(), "files", "write")) return null;
  return (
    <>
      <label>
        {many ? CELLS.uploadSome : CELLS.upload}
        <input
          type="file"
          multiple={many}
          // A field that is disabled loses focus. Its form is not sent before the file is named by it.
          aria-disabled={isPending}
          ref={(field) => field?.setCustomValidity(isPending ? CELLS.waits : "")}
          onClick={(event) => isPending && event.preventDefault()}
          onChange={({ target }) => {
            const files = [...(target.files ?? [])];
            // Else the same files could not be chosen again after a refusal.
            target.value = "";
            if (files.length > 0 && !isPending)
              uploading.mutate({ files, visibility: "private", isWhole: true });
          }}
        />
      </label>
      {isPending && <p role="status">{CELLS.uploading}</p>}
      <Outcome of={uploading} />
    </>
  );
}
