import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { api, type Schemas } from "../api.ts";
import { PAGES, pathOfImport, ROUTES, type Kind } from "../imports/kind.ts";
import { pathOf } from "../paths.ts";
import { mayDo, useSession } from "../session/session.ts";
import { CHECKED, IMPORT_RUN, verdictsText } from "../words/imports.ts";
import type { Changeset } from "./changesets.ts";

/** Kind of imports by the service of the change, and whose right shows them. */
const KINDS: Readonly<Record<string, Kind>> = { data: "data", crm: "contacts" };
const RESOURCES = { data: "tables", contacts: "contacts" } as const;
/** Resources of operations that are rows of the import. */
const ROWS: ReadonlySet<string> = new Set(["rows", "contacts"]);
const FAULTS_SHOWN = 5;

/** The import whose run a change is, with its numbers, its first faults, and the way to its page. */
export function ImportRun({ of }: { of: Changeset }) {
  const kind = KINDS[of.id.split("_")[0] ?? ""];
  const mayRead = mayDo(useSession(), RESOURCES[kind ?? "data"], "write");
  return kind === undefined || !mayRead ? null : <RunOf {...{ of, kind }} />;
}

function RunOf({ of, kind }: { of: Changeset; kind: Kind }) {
  const filter = JSON.stringify({ field: "changeset_id", op: "eq", value: of.id });
  const { data } = useQuery({
    queryKey: ["imports", kind, { of: of.id }],
    queryFn: () => answered(api.GET(ROUTES[kind].all, { params: { query: { filter, limit: 1 } } })),
  });
  const [found] = data?.imports ?? [];
  if (found === undefined) return null;
  const { counts } = found;
  const all = counts.create + counts.update;
  const shown = of.operations.filter(({ resource }) => ROWS.has(resource)).length;
  return (
    <section className="card" aria-label={IMPORT_RUN.title}>
      <p>{verdictsText(counts)}</p>
      {of.status === "queued" && <p>{shown === 0 ? IMPORT_RUN.table(all) : IMPORT_RUN.shown(shown, all)}</p>}
      {counts.reject > 0 && <Rejected {...{ kind, of: found }} />}
      <Link to={pathOf(PAGES[kind].list, found.id)}>{IMPORT_RUN.open}</Link>
    </section>
  );
}

/** The first rejected rows, with the reasons. */
function Rejected({ of: { id, counts }, kind }: { of: Schemas["DataImport"]; kind: Kind }) {
  const { data } = useQuery({
    queryKey: ["import rows", id, "first faults"],
    queryFn: () => {
      const query = { verdict: "reject" as const, limit: FAULTS_SHOWN };
      return answered(api.GET(ROUTES[kind].rows, { params: { path: pathOfImport(id), query } }));
    },
  });
  const rows = data?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <>
      <p>{IMPORT_RUN.rejected(counts.reject)}</p>
      <ul>
        {rows.map(({ part, row, line, errors }) => (
          <li key={`${part} ${row}`}>
            {CHECKED.line(line)}:{" "}
            {errors.map(({ header, value, message }) => CHECKED.fault(header, value, message)).join(" ")}
          </li>
        ))}
        {counts.reject > rows.length && <li>{IMPORT_RUN.more(counts.reject - rows.length)}</li>}
      </ul>
    </>
  );
}
