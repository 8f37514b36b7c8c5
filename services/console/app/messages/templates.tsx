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
import { MESSAGES, TEMPLATES } from "../words/messages.ts";
import { TITLES } from "../words/places.ts";

const { columns, fields: labels } = TEMPLATES;

/** Fields of a template. */
export const templateFields: readonly Field<Schemas["TemplateCreate"]>[] = [
  { name: "name", kind: "text", label: labels.name, isRequired: true },
  { name: "channel", kind: "choice", label: labels.channel, choices: MESSAGES.channels, isRequired: true },
  { name: "subject", kind: "text", label: labels.subject },
  { name: "text", kind: "long", label: labels.text, help: TEMPLATES.variables },
  { name: "html", kind: "long", label: labels.html },
  { name: "description", kind: "text", label: labels.description },
];

/** The page of message templates. */
export function Templates() {
  const mayWrite = mayDo(useSession(), "comms", "write");
  return (
    <Page title={TITLES.templates} actions={mayWrite && <NewTemplate />}>
      <Listing
        queryKey={["templates"]}
        file={{ path: "/api/v1/comms/templates" }}
        read={(at) => answered(api.GET("/api/v1/comms/templates", { params: { query: at } }))}
        items={({ templates }) => templates}
        none={<p>{TEMPLATES.none}</p>}
      >
        {(templates) => (
          <ThingsTable
            name={TITLES.templates}
            things={templates}
            columns={{
              [columns.name]: ({ id, name }) => <Link to={pathOf("templates", id)}>{name}</Link>,
              [columns.channel]: ({ channel }) => MESSAGES.channels[channel],
              [columns.subject]: ({ subject }) => subject,
              [columns.changed]: ({ updated_at: at }) => <Moment at={at} />,
            }}
          />
        )}
      </Listing>
    </Page>
  );
}

function NewTemplate() {
  return (
    <New
      words={TEMPLATES}
      fields={templateFields}
      touches={[["templates"]]}
      send={(body: Schemas["TemplateCreate"], header) =>
        answered(api.POST("/api/v1/comms/templates", { params: { header }, body }))
      }
      at={{ list: "templates", id: ({ id }) => id }}
    />
  );
}
