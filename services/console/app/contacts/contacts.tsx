import { answered } from "@jst/client";
import { Link } from "wouter";
import { api, type Schemas } from "../api.ts";
import { Detail } from "../parts/detail.tsx";
import { Listing, type At } from "../parts/listing.tsx";
import { Members } from "../parts/members.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { useFinding } from "../parts/finding.tsx";
import { ThingsTable } from "../parts/things-table.tsx";

const read = (q: string) => (at: At) =>
  answered(api.GET("/api/v1/contacts", { params: { query: { ...(q === "" ? {} : { q }), ...at } } }));

/** The people that the team deals with. */
export function Contacts() {
  const { q, find } = useFinding("Find a contact");
  return (
    <Page title="Contacts">
      {find}
      <Listing
        key={q}
        queryKey={["contacts", q]}
        read={read(q)}
        items={({ contacts }) => contacts}
        none={<None q={q} />}
      >
        {(contacts) => (
          <ThingsTable
            name="Contacts"
            things={contacts}
            columns={{
              Name: ({ id, display_name: name, email }) => (
                <Link to={`/contacts/${id}`}>{name ?? email ?? "without a name"}</Link>
              ),
              "E-mail": ({ email }) => email,
              Company: ({ company }) => company,
              Tags: ({ tags }) => tags.join(", "),
              Changed: ({ updated_at: at }) => <Moment at={at} />,
            }}
          />
        )}
      </Listing>
    </Page>
  );
}

function None({ q }: { q: string }) {
  if (q !== "") return <p>Nobody is found.</p>;
  return <p>There is no contact yet. Apps and forms add them: POST /api/v1/contacts.</p>;
}

/** One contact with all that is known. */
export function Contact({ id }: { id: string }) {
  return (
    <Detail
      kind="Contact"
      queryKey={["contact", id]}
      read={() =>
        answered(api.GET("/api/v1/contacts/{contact_id}", { params: { path: { contact_id: id } } }))
      }
      title={({ display_name: name, email }: Schemas["Contact"]) => name ?? email ?? "Contact"}
    >
      {(contact) => <Members of={contact} />}
    </Detail>
  );
}
