import { answered } from "@jst/client";
import { Link } from "wouter";
import { api } from "../api.ts";
import { Detail } from "../parts/detail.tsx";
import { Listing } from "../parts/listing.tsx";
import { Members } from "../parts/members.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { pathOf } from "../paths.ts";
import { REVIEWS } from "../words/approvals.ts";
import { TITLES } from "../words/places.ts";

const { columns } = REVIEWS;

/** What is to be reviewed. */
export function Reviews() {
  return (
    <Page title={TITLES.reviews}>
      <Listing
        queryKey={["packets"]}
        read={(at) => answered(api.GET("/api/v1/review/packets", { params: { query: at } }))}
        items={({ packets }) => packets}
        none={<p>{REVIEWS.none}</p>}
      >
        {(packets) => (
          <ThingsTable
            name={TITLES.reviews}
            things={packets}
            columns={{
              [columns.title]: ({ id, title }) => <Link to={pathOf("reviews", id)}>{title}</Link>,
              [columns.state]: ({ status }) => status.replaceAll("_", " "),
              [columns.signed]: ({ readiness: { signed, required_reviewers: required } }) =>
                REVIEWS.signed(signed, required),
              [columns.changed]: ({ updated_at: at }) => <Moment at={at} />,
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
      kind={REVIEWS.kind}
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
          <h2>{REVIEWS.questions}</h2>
          {items.map((item) => (
            <Members key={item.id} of={item} without={["id"]} />
          ))}
          <h2>{REVIEWS.verdicts}</h2>
          {verdicts.length === 0 && <p className="empty">{REVIEWS.noVerdicts}</p>}
          {verdicts.map((verdict) => (
            <Members key={JSON.stringify(verdict)} of={verdict} />
          ))}
        </>
      )}
    </Detail>
  );
}
