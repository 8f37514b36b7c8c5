import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { changesetsOf } from "../approvals/changesets.ts";
import { Failure } from "../parts/failure.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { Waiting } from "../parts/waiting.tsx";

const SHOWN = 5;

/** What waits for a decision, and what has changed lately. */
export function Home() {
  return (
    <Page title="Home">
      <div className="columns">
        <Changes status="queued" title="Waits for a decision" none="Nothing waits for you." />
        <Changes status="executed" title="Changed lately" none="Nothing has changed yet." />
      </div>
    </Page>
  );
}

function Changes({ status, title, none }: { status: "queued" | "executed"; title: string; none: string }) {
  const { queryKey, read, everyMs } = changesetsOf(status);
  const { data, error } = useQuery({
    queryKey: [...queryKey, "first"],
    queryFn: () => read({ limit: SHOWN }),
    refetchInterval: everyMs,
  });
  return (
    <section className="card">
      <h2>{title}</h2>
      {error !== null && <Failure error={error} />}
      {data === undefined && error === null && <Waiting />}
      {data?.changesets.length === 0 && <p className="empty">{none}</p>}
      <ul className="lines">
        {data?.changesets.map(({ id, summary, created_at: made }) => (
          <li key={id}>
            <Link to={`/approvals/${id}`}>{summary}</Link> <Moment at={made} />
          </li>
        ))}
      </ul>
      {data?.has_more === true && <Link to="/approvals">All of them</Link>}
    </section>
  );
}
