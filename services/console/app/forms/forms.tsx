import { answered } from "@jst/client";
import { Link } from "wouter";
import { api, type Schemas } from "../api.ts";
import type { Field } from "../parts/fields.ts";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { New } from "../parts/new.tsx";
import { Page } from "../parts/page.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { pathOf } from "../paths.ts";
import { mayDo, useSession } from "../session/session.ts";
import { FORMS } from "../words/forms.ts";
import { TITLES } from "../words/places.ts";

const { columns, fields: labels } = FORMS;

/** Title fields of a form. */
export const titleFields: readonly (Field<Schemas["FormCreate"]> & Field<Schemas["FormPatch"]>)[] = [
  { name: "title", kind: "text", label: labels.title, isRequired: true },
  { name: "description", kind: "long", label: labels.description },
];

/** The team's forms. */
export function Forms() {
  const session = useSession();
  return (
    <Page title={TITLES.forms} actions={mayDo(session, "forms", "write") && <NewForm />}>
      <Listing
        queryKey={["forms"]}
        read={(at) => answered(api.GET("/api/v1/forms", { params: { query: at } }))}
        items={({ forms }) => forms}
        none={<p>{FORMS.none}</p>}
      >
        {(forms) => (
          <ThingsTable
            name={TITLES.forms}
            things={forms}
            columns={{
              [columns.title]: ({ slug, title }) => <Link to={pathOf("forms", slug)}>{title}</Link>,
              [columns.state]: ({ status }) => FORMS.states[status],
              [columns.responses]: ({ submission_count: count }) => count,
              [columns.changed]: ({ updated_at: at }) => <Moment at={at} />,
            }}
          />
        )}
      </Listing>
    </Page>
  );
}

function NewForm() {
  return (
    <New
      words={FORMS}
      fields={titleFields}
      touches={[["forms"]]}
      send={(body: Schemas["FormCreate"], header) =>
        answered(api.POST("/api/v1/forms", { params: { header }, body }))
      }
      at={{ list: "forms", id: ({ slug }) => slug }}
    />
  );
}
