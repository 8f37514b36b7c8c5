import { answered } from "@jst/client";
import { Button } from "react-aria-components";
import { api, type Schemas } from "../api.ts";
import { Comments } from "../comments/comments.tsx";
import { Act } from "../parts/act.tsx";
import { Detail } from "../parts/detail.tsx";
import { Edit } from "../parts/edit.tsx";
import type { Field } from "../parts/fields.ts";
import { Members } from "../parts/members.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { shownSize } from "../parts/values.ts";
import { useWriting } from "../parts/writing.ts";
import { mayDo, useSession } from "../session/session.ts";
import { FILES } from "../words/library.ts";
import { addressOf, metaOf } from "./read-file.ts";

const { fields: labels, visibilities } = FILES;

const fields: readonly Field<Schemas["StoredFilePatch"]>[] = [
  { name: "name", kind: "text", label: labels.name, isRequired: true },
  { name: "folder", kind: "text", label: labels.folder },
  { name: "visibility", kind: "choice", label: labels.visibility, choices: visibilities, isRequired: true },
  { name: "tags", kind: "words", label: labels.tags },
];

/** Details of a file. Its bytes are downloaded and never shown on this page. */
export function File({ id }: { id: string }) {
  const session = useSession();
  const path = { file_id: id };
  const touches = [["files"], ["file", id]];
  return (
    <Detail
      kind={FILES.kind}
      queryKey={["file", id]}
      read={() => metaOf(id)}
      title={({ name }) => name}
      actions={(file) => (
        <>
          {mayDo(session, "files", "delete") && (
            <Act
              words={FILES.remove}
              of={file}
              touches={[["files"]]}
              onDone={() => globalThis.history.back()}
              send={(header) => answered(api.DELETE("/api/v1/files/{file_id}", { params: { path, header } }))}
            />
          )}
          <Download id={id} />
        </>
      )}
    >
      {(file) => (
        <>
          {mayDo(session, "files", "write") && (
            <Edit
              of={file}
              fields={fields}
              touches={touches}
              send={(body: Schemas["StoredFilePatch"], header) =>
                answered(api.PATCH("/api/v1/files/{file_id}", { params: { path, header }, body }))
              }
            />
          )}
          <Members of={{ ...file, size_bytes: shownSize(file.size_bytes) }} without={["name"]} />
          <Comments resource="file" id={id} />
        </>
      )}
    </Detail>
  );
}

function Download({ id }: { id: string }) {
  const downloading = useWriting({
    send: () => addressOf(id),
    touches: [],
    onDone: (address) => globalThis.location.assign(address),
  });
  return (
    <>
      <Button onPress={() => downloading.mutate(undefined)}>{FILES.download}</Button>
      <Outcome of={downloading} />
    </>
  );
}
