import { answered } from "@jst/client";
import { Link } from "wouter";
import { api } from "../api.ts";
import { Detail } from "../parts/detail.tsx";
import { Listing } from "../parts/listing.tsx";
import { Members } from "../parts/members.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { ThingsTable } from "../parts/things-table.tsx";

/** What was sent and received, newest first. */
export function Messages() {
  return (
    <Page title="Messages">
      <Listing
        queryKey={["messages"]}
        read={(at) => answered(api.GET("/api/v1/comms/messages", { params: { query: at } }))}
        items={({ messages }) => messages}
        none={<p>Nothing was sent or received. Apps send with POST /api/v1/comms/send.</p>}
      >
        {(messages) => (
          <ThingsTable
            name="Messages"
            things={messages}
            columns={{
              Subject: ({ id, subject, kind }) => <Link to={`/messages/${id}`}>{subject ?? kind}</Link>,
              From: ({ from }) => from,
              To: ({ to }) => to,
              By: ({ channel }) => channel,
              State: ({ status }) => status,
              Made: ({ created_at: at }) => <Moment at={at} />,
            }}
          />
        )}
      </Listing>
    </Page>
  );
}

/** A message with its text, and what has become of it. */
export function Message({ id }: { id: string }) {
  const path = { message_id: id };
  return (
    <Detail
      kind="Message"
      queryKey={["message", id]}
      read={() => answered(api.GET("/api/v1/comms/messages/{message_id}", { params: { path } }))}
      title={({ subject, kind }) => subject ?? kind}
    >
      {(message) => (
        <>
          {message.text !== null && <pre className="card text">{message.text}</pre>}
          <Members of={message} without={["subject", "text"]} />
        </>
      )}
    </Detail>
  );
}
