import { answered } from "@jst/client";
import { Link } from "wouter";
import { api } from "../api.ts";
import { Choices } from "../parts/choices.tsx";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { useSaidChoice } from "../parts/said.ts";
import { ThingsTable } from "../parts/things-table.tsx";
import { pathOf } from "../paths.ts";
import { mayDo, useSession } from "../session/session.ts";
import { HOME } from "../words/approvals.ts";
import { TITLES } from "../words/places.ts";
import { REVIEWS } from "../words/reviews.ts";
import { NewReview } from "./new-review.tsx";
import { waitingFor } from "./reviewed.ts";

const { columns } = REVIEWS;

/** The page of reviews. */
export function Reviews() {
  const session = useSession();
  const mayWrite = mayDo(session, "review", "write");
  const [chosen, setView] = useSaidChoice(REVIEWS.views, "all");
  // Nothing waits for who may not sign.
  const view = mayWrite ? chosen : "all";
  const query = view === "all" ? {} : waitingFor(session.member.id);
  return (
    <Page title={TITLES.reviews} actions={mayWrite && <NewReview />}>
      {mayWrite && <Choices label={REVIEWS.which} of={REVIEWS.views} is={view} onChoose={setView} />}
      <Listing
        key={view}
        queryKey={["packets", view]}
        file={{ path: "/api/v1/review/packets", query }}
        read={(at) => answered(api.GET("/api/v1/review/packets", { params: { query: { ...query, ...at } } }))}
        items={({ packets }) => packets}
        none={<p>{view === "all" ? REVIEWS.none : HOME.noReviews}</p>}
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
