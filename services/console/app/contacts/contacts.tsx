import { answered } from "@jst/client";
import { Link } from "wouter";
import { api, type Schemas } from "../api.ts";
import { useFinding } from "../parts/finding.tsx";
import { Listing, type At } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { New } from "../parts/new.tsx";
import { Page } from "../parts/page.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { shownList } from "../parts/values.ts";
import { pathOf } from "../paths.ts";
import { mayDo, useSession } from "../session/session.ts";
import { CONTACTS } from "../words/contacts.ts";
import { PARTS } from "../words/parts.ts";
import { TITLES } from "../words/places.ts";
import { contactFields } from "./contact-fields.ts";

const { columns } = CONTACTS;

const read = (q: string) => (at: At) =>
  answered(api.GET("/api/v1/contacts", { params: { query: { ...(q === "" ? {} : { q }), ...at } } }));

/** The people that the team deals with. */
export function Contacts() {
  const { q, find } = useFinding(CONTACTS.find);
  const mayWrite = mayDo(useSession(), "contacts", "write");
  return (
    <Page title={TITLES.contacts} actions={mayWrite && <NewContact />}>
      {find}
      <Listing
        key={q}
        queryKey={["contacts", q]}
        file={{ path: "/api/v1/contacts", query: q === "" ? {} : { q } }}
        read={read(q)}
        items={({ contacts }) => contacts}
        none={<p>{q === "" ? CONTACTS.none : CONTACTS.nobody}</p>}
      >
        {(contacts) => (
          <ThingsTable
            name={TITLES.contacts}
            things={contacts}
            columns={{
              [columns.name]: ({ id, display_name: name, email }) => (
                <Link to={pathOf("contacts", id)}>{name ?? email ?? PARTS.withoutName}</Link>
              ),
              [columns.email]: ({ email }) => email,
              [columns.company]: ({ company }) => company,
              [columns.tags]: ({ tags }) => shownList(tags),
              [columns.changed]: ({ updated_at: at }) => <Moment at={at} />,
            }}
          />
        )}
      </Listing>
    </Page>
  );
}

function NewContact() {
  return (
    <New
      words={CONTACTS}
      fields={contactFields}
      touches={[["contacts"]]}
      send={(body: Schemas["ContactCreate"], header) =>
        answered(api.POST("/api/v1/contacts", { params: { header }, body }))
      }
      at={{ list: "contacts", id: ({ id }) => id }}
    />
  );
}
