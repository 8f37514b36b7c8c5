import { answered } from "@jst/client";
import { Link } from "wouter";
import { api } from "../api.ts";
import { Detail } from "../parts/detail.tsx";
import { Listing } from "../parts/listing.tsx";
import { Members } from "../parts/members.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { ThingsTable } from "../parts/things-table.tsx";

/** What is to be reviewed. */
export function Reviews() {
  return (
    <Page title="Reviews">
      <Listing
        queryKey={["packets"]}
        read={(at) => answered(api.GET("/api/v1/review/packets", { params: { query: at } }))}
        items={({ packets }) => packets}
        none={<p>There is nothing to review.</p>}
      >
        {(packets) => (
          <ThingsTable
            name="Reviews"
            things={packets}
            columns={{
              Title: ({ id, title }) => <Link to={`/reviews/${id}`}>{title}</Link>,
              State: ({ status }) => status.replaceAll("_", " "),
              Signed: ({ readiness: { signed, required_reviewers: required } }) => `${signed} of ${required}`,
              Changed: ({ updated_at: at }) => <Moment at={at} />,
            }}
          />
        )}
      </Listing>
    </Page>
  );
}

/** What is to be reviewed, with the verdicts so far. */
export function Review({ id }: { id: string }) {
  const path = { packet_id: id };
  return (
    <Detail
      kind="Review"
      queryKey={["packet", id]}
      read={async () => {
        const [packet, answers] = await Promise.all([
          answered(api.GET("/api/v1/review/packets/{packet_id}", { params: { path } })),
          answered(api.GET("/api/v1/review/packets/{packet_id}/answers", { params: { path } })),
        ]);
        return { packet, answers };
      }}
      title={({ packet }) => packet.title}
    >
      {({ packet, answers: { items, verdicts } }) => (
        <>
          <Members of={packet} without={["title"]} />
          <h2>Questions</h2>
          {items.map((item) => (
            <Members key={item.id} of={item} without={["id"]} />
          ))}
          <h2>Verdicts</h2>
          {verdicts.length === 0 && <p className="empty">Nobody has signed this version yet.</p>}
          {verdicts.map((verdict) => (
            <Members key={JSON.stringify(verdict)} of={verdict} />
          ))}
        </>
      )}
    </Detail>
  );
}
