import { answered } from "@jst/client";
import { Link } from "wouter";
import { api, type Schemas } from "../api.ts";
import { Choices } from "../parts/choices.tsx";
import type { Field } from "../parts/fields.ts";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { New } from "../parts/new.tsx";
import { Page } from "../parts/page.tsx";
import { useSaidChoice } from "../parts/said.ts";
import { ThingsTable } from "../parts/things-table.tsx";
import { pathOf } from "../paths.ts";
import { mayDo, useSession } from "../session/session.ts";
import { MESSAGES } from "../words/messages.ts";
import { TITLES } from "../words/places.ts";

const { columns, fields: labels, channels, purposes } = MESSAGES;
const EVERY_MS = 10_000;

/** The page of messages, sent and received, newest first. */
export function Messages() {
  const [view, setView] = useSaidChoice(MESSAGES.views, "all");
  const mayWrite = mayDo(useSession(), "comms", "write");
  const query = view === "all" ? {} : { direction: view };
  return (
    <Page title={TITLES.messages} actions={mayWrite && <NewMessage />}>
      <Choices label={MESSAGES.which} of={MESSAGES.views} is={view} onChoose={setView} />
      <Listing
        key={view}
        queryKey={["messages", view]}
        file={{ path: "/api/v1/comms/messages", query }}
        read={(at) => answered(api.GET("/api/v1/comms/messages", { params: { query: { ...query, ...at } } }))}
        items={({ messages }) => messages}
        none={<p>{MESSAGES.none}</p>}
        everyMs={EVERY_MS}
      >
        {(messages) => (
          <ThingsTable
            name={TITLES.messages}
            things={messages}
            columns={{
              [columns.subject]: ({ id, subject, kind }) => (
                <Link to={pathOf("messages", id)}>{subject ?? kind.replaceAll("_", " ")}</Link>
              ),
              [columns.from]: ({ from }) => from,
              [columns.to]: ({ to }) => to,
              [columns.by]: ({ channel }) => channels[channel],
              [columns.state]: ({ status }) => MESSAGES.states[status] ?? status,
              [columns.made]: ({ created_at: at }) => <Moment at={at} />,
            }}
          />
        )}
      </Listing>
    </Page>
  );
}

const fields: readonly Field<Schemas["MessageCreate"]>[] = [
  { name: "to", kind: "text", label: labels.to, isRequired: true },
  { name: "channel", kind: "choice", label: labels.channel, choices: channels, isRequired: true },
  { name: "purpose", kind: "choice", label: labels.purpose, choices: purposes, isRequired: true },
  { name: "subject", kind: "text", label: labels.subject },
  { name: "text", kind: "long", label: labels.text, isRequired: true },
];

function NewMessage() {
  return (
    <New
      words={MESSAGES}
      fields={fields}
      touches={[["messages"]]}
      send={(body: Schemas["MessageCreate"], header) =>
        answered(api.POST("/api/v1/comms/send", { params: { header }, body }))
      }
      at={{ list: "messages", id: ({ id }) => id }}
    />
  );
}
