import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { numberColumn, textColumn, timeColumn, type ListColumn } from "../lists/columns.ts";
import { RecordList } from "../lists/record-list.tsx";
import { Opening } from "../parts/opening.tsx";
import { Page } from "../parts/page.tsx";
import { pathOf } from "../paths.ts";
import { mayDo, useSession } from "../session/session.ts";
import { FILES } from "../words/library.ts";
import { TITLES } from "../words/places.ts";
import { Upload } from "./upload.tsx";

const { columns: titles, visibilities } = FILES;

const newest = { sort: "created_at:desc" };

const columns: readonly ListColumn<Schemas["StoredFile"]>[] = [
  textColumn(["name", titles.name], ({ name }) => name, { isSorted: true, width: 280 }),
  textColumn(["folder", titles.folder], ({ folder }) => folder),
  textColumn(["mime_type", titles.type], ({ mime_type: type }) => type, { isSorted: true, width: 168 }),
  numberColumn(["size_bytes", titles.size], ({ size_bytes: bytes }) => bytes, {
    kind: "size",
    isSorted: true,
  }),
  textColumn(["visibility", titles.visible], ({ visibility }) => visibilities[visibility], { width: 168 }),
  timeColumn(["created_at", titles.added], ({ created_at: at }) => at, { isSorted: true }),
];

/** The team's files. */
export function Files() {
  const mayWrite = mayDo(useSession(), "files", "write");
  return (
    <Page
      title={TITLES.files}
      actions={mayWrite && <Opening opens={FILES.opens}>{(close) => <Upload onDone={close} />}</Opening>}
    >
      <RecordList
        name={TITLES.files}
        queryKey={["files"]}
        columns={columns}
        read={(at) => answered(api.GET("/api/v1/files", { params: { query: { ...newest, ...at } } }))}
        items={({ files }) => files}
        pathOf={({ id }) => pathOf("files", id)}
        file={{ path: "/api/v1/files", query: newest }}
        none={<p>{FILES.none}</p>}
      />
    </Page>
  );
}
