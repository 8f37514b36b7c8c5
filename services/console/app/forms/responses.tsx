import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { shownValue } from "../parts/values.ts";
import { FORMS } from "../words/forms.ts";

/** What people have answered, a column for each question. */
export function Responses({ form: { slug, fields } }: { form: Schemas["Form"] }) {
  const asked = fields.filter(({ type }) => type !== "section");
  const answerTo = (field: string) => (submission: Schemas["Submission"]) =>
    shownValue((submission.data as Readonly<Record<string, unknown>>)[field]);
  return (
    <Listing
      queryKey={["submissions", slug]}
      read={(at) =>
        answered(api.GET("/api/v1/forms/{slug}/submissions", { params: { path: { slug }, query: at } }))
      }
      items={({ submissions }) => submissions}
      none={<p>{FORMS.noResponses}</p>}
    >
      {(submissions) => (
        <ThingsTable
          name={FORMS.responses}
          things={submissions}
          columns={{
            [FORMS.answered]: ({ submitted_at: at }) => <Moment at={at} />,
            ...Object.fromEntries(asked.map(({ id, label }) => [label, answerTo(id)])),
          }}
        />
      )}
    </Listing>
  );
}
