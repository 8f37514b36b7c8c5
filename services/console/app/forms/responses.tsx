import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { ThingsTable, type ThingsColumn } from "../parts/things-table.tsx";
import { shownAnswer } from "../parts/values.ts";
import { FORMS } from "../words/forms.ts";
import { questionsOf, type AskedQuestion } from "./answers.ts";

type Submission = Schemas["Submission"];

const answeredAt: ThingsColumn<Submission> = {
  ...{ key: "submitted_at", title: FORMS.answered, label: FORMS.answered },
  shows: ({ submitted_at: at }) => <Moment at={at} />,
};

/** The column of a question. */
const answersTo = ({ id, label }: AskedQuestion): ThingsColumn<Submission> => ({
  ...{ key: `answer ${id}`, title: label, label },
  shows: ({ data }) => shownAnswer((data as Readonly<Record<string, unknown>>)[id]),
});

/** Responses of a form, a column for each question. */
export function Responses({ form: { slug, fields } }: { form: Schemas["Form"] }) {
  return (
    <Listing
      queryKey={["submissions", slug]}
      file={{ path: `/api/v1/forms/${slug}/submissions` }}
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
          columns={[answeredAt, ...questionsOf(fields, submissions).map(answersTo)]}
        />
      )}
    </Listing>
  );
}
