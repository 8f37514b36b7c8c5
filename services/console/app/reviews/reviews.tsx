import { answered } from "@jst/client";
import { Link } from "wouter";
import { api } from "../api.ts";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { pathOf } from "../paths.ts";
import { mayDo, useSession } from "../session/session.ts";
import { TITLES } from "../words/places.ts";
import { REVIEWS } from "../words/reviews.ts";
import { NewReview } from "./new-review.tsx";

const { columns } = REVIEWS;

/** What is to be reviewed. */
export function Reviews() {
  const mayWrite = mayDo(useSession(), "review", "write");
  return (
    <Page title={TITLES.reviews} actions={mayWrite && <NewReview />}>
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
              [columns.state]: ({ status }) => REVIEWS.states[status],
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
