import { answered } from "@jst/client";
import { api } from "../api.ts";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { shownSize } from "../parts/values.ts";

/** The team's files. */
export function Files() {
  return (
    <Page title="Files">
      <Listing
        queryKey={["files"]}
        read={(at) =>
          answered(api.GET("/api/v1/files", { params: { query: { sort: "created_at:desc", ...at } } }))
        }
        items={({ files }) => files}
        none={<p>There is no file yet. Apps upload them with POST /api/v1/files.</p>}
      >
        {(files) => (
          <ThingsTable
            name="Files"
            things={files}
            columns={{
              Name: ({ name }) => name,
              Folder: ({ folder }) => folder,
              Type: ({ mime_type: type }) => type,
              Size: ({ size_bytes: bytes }) => shownSize(bytes),
              Visible: ({ visibility }) => visibility,
              Added: ({ created_at: at }) => <Moment at={at} />,
            }}
          />
        )}
      </Listing>
    </Page>
  );
}
