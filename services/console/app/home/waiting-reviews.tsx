import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { api } from "../api.ts";
import { Failure } from "../parts/failure.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { pathOf } from "../paths.ts";
import { readReview, verdictOf } from "../reviews/reviewed.ts";
import { useSession } from "../session/session.ts";
import { HOME } from "../words/approvals.ts";

const EVERY_MS = 30_000;
const READ = 50;
const SHOWN = 10;

/** Reviews that the member who is signed in has not signed yet. */
export function WaitingReviews() {
  const { id } = useSession().member;
  const { data, error } = useQuery({
    queryKey: ["packets", "waiting", id],
    queryFn: () => unsigned(id),
    refetchInterval: EVERY_MS,
  });
  return (
    <section className="card" aria-label={HOME.reviews}>
      <h2>{HOME.reviews}</h2>
      {error !== null && <Failure error={error} />}
      {data === undefined && error === null && <Waiting />}
      {data?.length === 0 && <p className="empty">{HOME.noReviews}</p>}
      <ul className="lines">
        {data?.map(({ packet: { id: packet, title } }) => (
          <li key={packet}>
            <Link to={pathOf("reviews", packet)}>{title}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The newest of them; who has signed is told by each review alone. */
async function unsigned(member: string) {
  const query = { limit: READ, sort: "updated_at:desc" };
  const { packets } = await answered(api.GET("/api/v1/review/packets", { params: { query } }));
  const own = packets.filter(
    ({ status, reviewers }) =>
      !["draft", "closed"].includes(status) && reviewers.some(({ id }) => id === member),
  );
  const read = await Promise.all(own.slice(0, SHOWN).map(({ id }) => readReview(id)));
  return read.filter((of) => verdictOf(of, member)?.status !== "signed");
}
