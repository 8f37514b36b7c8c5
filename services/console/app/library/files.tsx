import { answered } from "@jst/client";
import { Link } from "wouter";
import { api } from "../api.ts";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { Opening } from "../parts/opening.tsx";
import { Page } from "../parts/page.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { shownSize } from "../parts/values.ts";
import { pathOf } from "../paths.ts";
import { mayDo, useSession } from "../session/session.ts";
import { FILES } from "../words/library.ts";
import { TITLES } from "../words/places.ts";
import { Upload } from "./upload.tsx";

const { columns, visibilities } = FILES;

/** The team's files. */
export function Files() {
  const mayWrite = mayDo(useSession(), "files", "write");
  return (
    <Page
      title={TITLES.files}
      actions={mayWrite && <Opening opens={FILES.opens}>{(close) => <Upload onDone={close} />}</Opening>}
    >
      <Listing
        queryKey={["files"]}
        file={{ path: "/api/v1/files", query: { sort: "created_at:desc" } }}
        read={(at) =>
          answered(api.GET("/api/v1/files", { params: { query: { sort: "created_at:desc", ...at } } }))
        }
        items={({ files }) => files}
        none={<p>{FILES.none}</p>}
      >
        {(files) => (
          <ThingsTable
            name={TITLES.files}
            things={files}
            columns={{
              [columns.name]: ({ id, name }) => <Link to={pathOf("files", id)}>{name}</Link>,
              [columns.folder]: ({ folder }) => folder,
              [columns.type]: ({ mime_type: type }) => type,
              [columns.size]: ({ size_bytes: bytes }) => shownSize(bytes),
              [columns.visible]: ({ visibility }) => visibilities[visibility],
              [columns.added]: ({ created_at: at }) => <Moment at={at} />,
            }}
          />
        )}
      </Listing>
    </Page>
  );
}
