import { answered } from "@jst/client";
import { Link } from "wouter";
import { api, type Schemas } from "../api.ts";
import { Detail } from "../parts/detail.tsx";
import { Listing } from "../parts/listing.tsx";
import { Members } from "../parts/members.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { shownValue } from "../parts/values.ts";
import { useSession } from "../session/session.ts";

/** The team's forms. */
export function Forms() {
  return (
    <Page title="Forms">
      <Listing
        queryKey={["forms"]}
        read={(at) => answered(api.GET("/api/v1/forms", { params: { query: at } }))}
        items={({ forms }) => forms}
        none={<p>There is no form yet. An app or an agent makes one with POST /api/v1/forms.</p>}
      >
        {(forms) => (
          <ThingsTable
            name="Forms"
            things={forms}
            columns={{
              Title: ({ slug, title }) => <Link to={`/forms/${slug}`}>{title}</Link>,
              State: ({ status }) => status,
              Responses: ({ submission_count: count }) => count,
              Changed: ({ updated_at: at }) => <Moment at={at} />,
            }}
          />
        )}
      </Listing>
    </Page>
  );
}

/** A form, where people fill it in, and what they have answered. */
export function Form({ slug }: { slug: string }) {
  const { team } = useSession();
  return (
    <Detail
      kind="Form"
      queryKey={["form", slug]}
      read={() => answered(api.GET("/api/v1/forms/{slug}", { params: { path: { slug } } }))}
      title={({ title }) => title}
    >
      {(form) => (
        <>
          {form.status === "published" && (
            <p>
              People fill it in at <a href={`/p/forms/${team.slug}/${slug}`}>its page</a>.
            </p>
          )}
          <h2>Responses</h2>
          <Responses form={form} />
          <h2>The form</h2>
          <Members of={form} without={["title", "fields"]} />
        </>
      )}
    </Detail>
  );
}

function Responses({ form: { slug, fields } }: { form: Schemas["Form"] }) {
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
      none={<p>Nobody has answered yet.</p>}
    >
      {(submissions) => (
        <ThingsTable
          name="Responses"
          things={submissions}
          columns={{
            Answered: ({ submitted_at: at }) => <Moment at={at} />,
            ...Object.fromEntries(asked.map(({ id, label }) => [label, answerTo(id)])),
          }}
        />
      )}
    </Listing>
  );
}
