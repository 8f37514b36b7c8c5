import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { pillColumn, textColumn, timeColumn, type ListColumn } from "../lists/columns.ts";
import { RecordList } from "../lists/record-list.tsx";
import { Choices } from "../parts/choices.tsx";
import type { Field } from "../parts/fields.ts";
import { New } from "../parts/new.tsx";
import { Page } from "../parts/page.tsx";
import { useSaidChoice } from "../parts/said.ts";
import { statePill } from "../parts/tints.ts";
import { pathOf } from "../paths.ts";
import { mayDo, useSession } from "../session/session.ts";
import { MESSAGES } from "../words/messages.ts";
import { TITLES } from "../words/places.ts";

const { columns: titles, fields: labels, channels, purposes, states } = MESSAGES;

const columns: readonly ListColumn<Schemas["MessageList"]["messages"][number]>[] = [
  textColumn(["subject", titles.subject], ({ subject, kind }) => subject ?? kind.replaceAll("_", " "), {
    width: 280,
  }),
  textColumn(["from", titles.from], ({ from }) => from),
  textColumn(["to", titles.to], ({ to }) => to),
  textColumn(["channel", titles.by], ({ channel }) => channels[channel], { width: 136 }),
  pillColumn(["status", titles.state], ({ status }) => [statePill(status, states[status])]),
  timeColumn(["created_at", titles.made], ({ created_at: at }) => at, { isSorted: true }),
];

const EVERY_MS = 10_000;

/** The page of messages, sent and received, newest first. */
export function Messages() {
  const [view, setView] = useSaidChoice(MESSAGES.views, "all");
  const mayWrite = mayDo(useSession(), "comms", "write");
  const query = view === "all" ? {} : { direction: view };
  return (
    <Page title={TITLES.messages} actions={mayWrite && <NewMessage />}>
      <RecordList
        name={TITLES.messages}
        queryKey={["messages", view]}
        columns={columns}
        read={(at) => answered(api.GET("/api/v1/comms/messages", { params: { query: { ...query, ...at } } }))}
        items={({ messages }) => messages}
        pathOf={({ id }) => pathOf("messages", id)}
        file={{ path: "/api/v1/comms/messages", query }}
        none={<p>{MESSAGES.none}</p>}
        everyMs={EVERY_MS}
        tools={<Choices label={MESSAGES.which} of={MESSAGES.views} is={view} onChoose={setView} />}
      />
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
