import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { Link } from "wouter";
import { ImportButton } from "../imports/import-button.tsx";
import { pillColumn, textColumn, timeColumn, type ListColumn } from "../lists/columns.ts";
import { RecordList } from "../lists/record-list.tsx";
import type { ListAt } from "../lists/list-of.ts";
import { useFinding } from "../parts/finding.tsx";
import { New } from "../parts/new.tsx";
import { Page } from "../parts/page.tsx";
import { PATHS, pathOf } from "../paths.ts";
import { mayDo, useSession } from "../session/session.ts";
import { CONTACTS } from "../words/contacts.ts";
import { PARTS } from "../words/parts.ts";
import { TITLES } from "../words/places.ts";
import { contactFields } from "./contact-fields.ts";

const { columns: titles, fields, stages } = CONTACTS;

type Contact = Schemas["Contact"];

/** Tint of each stage. */
const STAGES = { lead: "blue", prospect: "amber", customer: "green", former: "grey", other: "grey" } as const;

const columns: readonly ListColumn<Contact>[] = [
  textColumn(
    ["display_name", titles.name],
    ({ display_name: name, email }) => name ?? email ?? PARTS.withoutName,
    { isSorted: true },
  ),
  textColumn(["email", titles.email], ({ email }) => email, { isSorted: true }),
  textColumn(["company", titles.company], ({ company }) => company, { isSorted: true }),
  pillColumn(["tags", titles.tags], ({ tags }) => tags.map((text) => ({ text, tint: "grey" }))),
  timeColumn(["updated_at", titles.changed], ({ updated_at: at }) => at, {
    isSorted: true,
  }),
  textColumn(["phone", fields.phone], ({ phone }) => phone, { isSorted: true }),
  pillColumn(
    ["lifecycle_stage", fields.lifecycle_stage],
    ({ lifecycle_stage: stage }) => (stage === null ? [] : [{ text: stages[stage], tint: STAGES[stage] }]),
    { isSorted: true },
  ),
];

const read = (q: string) => (at: ListAt) =>
  answered(api.GET("/api/v1/contacts", { params: { query: { ...(q === "" ? {} : { q }), ...at } } }));

/** The people that the team deals with. */
export function Contacts() {
  const { q, find } = useFinding(CONTACTS.find);
  const mayWrite = mayDo(useSession(), "contacts", "write");
  return (
    <Page title={TITLES.contacts} actions={mayWrite && <Writes />}>
      <RecordList
        name={TITLES.contacts}
        queryKey={["contacts", q]}
        columns={columns}
        read={read(q)}
        items={({ contacts }) => contacts}
        pathOf={({ id }) => pathOf("contacts", id)}
        file={{ path: "/api/v1/contacts", query: q === "" ? {} : { q } }}
        none={<p>{q === "" ? CONTACTS.none : CONTACTS.nobody}</p>}
        tools={find}
      />
    </Page>
  );
}

function Writes() {
  return (
    <>
      <Link to={PATHS.contactImports}>{TITLES.imports}</Link>
      <ImportButton kind="contacts" />
      <NewContact />
    </>
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
