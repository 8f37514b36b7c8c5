import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { numberColumn, pillColumn, textColumn, timeColumn, type ListColumn } from "../lists/columns.ts";
import { RecordList } from "../lists/record-list.tsx";
import type { Field } from "../parts/fields.ts";
import { New } from "../parts/new.tsx";
import { Page } from "../parts/page.tsx";
import { statePill } from "../parts/tints.ts";
import { pathOf } from "../paths.ts";
import { mayDo, useSession } from "../session/session.ts";
import { FORMS } from "../words/forms.ts";
import { TITLES } from "../words/places.ts";

const { columns: titles, fields: labels } = FORMS;

const columns: readonly ListColumn<Schemas["Form"]>[] = [
  textColumn(["title", titles.title], ({ title }) => title, { isSorted: true, width: 280 }),
  pillColumn(["status", titles.state], ({ status }) => [statePill(status, FORMS.states[status])]),
  numberColumn(["submission_count", titles.responses], ({ submission_count: count }) => count),
  timeColumn(["updated_at", titles.changed], ({ updated_at: at }) => at, { isSorted: true }),
];

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
      <RecordList
        name={TITLES.forms}
        queryKey={["forms"]}
        columns={columns}
        read={(at) => answered(api.GET("/api/v1/forms", { params: { query: at } }))}
        items={({ forms }) => forms}
        pathOf={({ slug }) => pathOf("forms", slug)}
        none={<p>{FORMS.none}</p>}
      />
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
