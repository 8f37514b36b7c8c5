import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { api } from "../api.ts";
import { Failure } from "../parts/failure.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { pathOf, PATHS } from "../paths.ts";
import { waitingFor } from "../reviews/reviewed.ts";
import { useSession } from "../session/session.ts";
import { HOME } from "../words/approvals.ts";

const EVERY_MS = 30_000;
const SHOWN = 10;

/** Reviews that the member who is signed in has not signed yet. */
export function WaitingReviews() {
  const { id } = useSession().member;
  const { data, error } = useQuery({
    queryKey: ["packets", "waiting", id],
    queryFn: () => {
      const query = { ...waitingFor(id), limit: SHOWN };
      return answered(api.GET("/api/v1/review/packets", { params: { query } }));
    },
    refetchInterval: EVERY_MS,
  });
  return (
    <section className="card" aria-label={HOME.reviews}>
      <h2>{HOME.reviews}</h2>
      {error !== null && <Failure error={error} />}
      {data === undefined && error === null && <Waiting />}
      {data?.packets.length === 0 && <p className="empty">{HOME.noReviews}</p>}
      <ul className="lines">
        {data?.packets.map(({ id: packet, title }) => (
          <li key={packet}>
            <Link to={pathOf("reviews", packet)}>{title}</Link>
          </li>
        ))}
      </ul>
      {data !== undefined && data.next_cursor !== null && (
        <Link to={`${PATHS.reviews}?view=waiting`}>{HOME.allReviews}</Link>
      )}
    </section>
  );
}
