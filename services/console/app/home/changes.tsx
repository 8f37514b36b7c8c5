import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { ChangeLine } from "../approvals/change-line.tsx";
import { changesetsOf } from "../approvals/changesets.ts";
import { Failure } from "../parts/failure.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { PATHS } from "../paths.ts";
import { HOME } from "../words/approvals.ts";

const SHOWN = 5;
/** More than are shown, because the platform's own work, such as mails that sign in, is left out. */
const READ = 25;

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
    queryFn: () => read({ limit: READ }),
    refetchInterval: everyMs,
  });
  const changesets = data?.changesets.filter(({ proposed_by: by }) => by.type !== "system");
  const isMore = data?.has_more === true || (changesets?.length ?? 0) > SHOWN;
  return (
    <section className="card" aria-label={title}>
      <h2>{title}</h2>
      {error !== null && <Failure error={error} />}
      {data === undefined && error === null && <Waiting />}
      {changesets?.length === 0 && <p className="empty">{none}</p>}
      <ul className="lines">
        {changesets?.slice(0, SHOWN).map((changeset) => (
          <ChangeLine key={changeset.id} changeset={changeset} />
        ))}
      </ul>
      {isMore && <Link to={PATHS.approvals}>{HOME.all}</Link>}
    </section>
  );
}
