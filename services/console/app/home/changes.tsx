import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { changesetsOf } from "../approvals/changesets.ts";
import { Whole } from "../approvals/whole.tsx";
import { Failure } from "../parts/failure.tsx";
import { Moment } from "../parts/moment.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { pathOf, PATHS } from "../paths.ts";
import { HOME } from "../words/approvals.ts";

const SHOWN = 5;

interface ChangesOf {
  status: "queued" | "executed";
  title: string;
  none: string;
}

/** The latest changes of a state. */
export function Changes({ status, title, none }: ChangesOf) {
  const { queryKey, read, everyMs } = changesetsOf(status);
  const { data, error } = useQuery({
    queryKey: [...queryKey, "first"],
    queryFn: () => read({ limit: SHOWN }),
    refetchInterval: everyMs,
  });
  return (
    <section className="card" aria-label={title}>
      <h2>{title}</h2>
      {error !== null && <Failure error={error} />}
      {data === undefined && error === null && <Waiting />}
      {data?.changesets.length === 0 && <p className="empty">{none}</p>}
      <ul className="lines">
        {data?.changesets.map((changeset) => (
          <li key={changeset.id}>
            <span>
              <Link to={pathOf("approvals", changeset.id)}>{changeset.summary}</Link>
              <Whole of={changeset} />
            </span>
            <Moment at={changeset.created_at} />
          </li>
        ))}
      </ul>
      {data?.has_more === true && <Link to={PATHS.approvals}>{HOME.all}</Link>}
    </section>
  );
}
