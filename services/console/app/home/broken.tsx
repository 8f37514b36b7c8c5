import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { api } from "../api.ts";
import { Failure } from "../parts/failure.tsx";
import { Moment } from "../parts/moment.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { pathOf, PATHS, type PageName } from "../paths.ts";
import { useModules } from "../session/modules.ts";
import { mayDo, useSession } from "../session/session.ts";
import { HOME } from "../words/approvals.ts";

const EVERY_MS = 30_000;
const SHOWN = 10;

/** Something that does not work, and the page that shows why. */
interface Fault {
  /** Absent where no page of the console is about it. */
  to?: string | undefined;
  text: string;
  since?: string | null;
  remedy?: string;
}

/** Faults that services report, and messages that were not sent. */
export function Broken() {
  const session = useSession();
  const modules = useModules();
  const ofMessages = mayDo(session, "comms", "read") && modules["comms"] === true;
  const told = useQuery({ queryKey: ["status"], queryFn: toldByServices, refetchInterval: EVERY_MS });
  const unsent = useQuery({
    queryKey: ["messages", "failed"],
    queryFn: failedMessages,
    refetchInterval: EVERY_MS,
    enabled: ofMessages,
  });
  const asked = ofMessages ? [told, unsent] : [told];
  const faults = asked.flatMap(({ data = [] }) => data);
  const isWaiting = asked.some(({ isPending }) => isPending);
  const errors = asked.flatMap(({ error }) => error ?? []);
  return (
    <section className="card" aria-label={HOME.broken}>
      <h2>{HOME.broken}</h2>
      {errors.map((error) => (
        <Failure key={error.message} error={error} />
      ))}
      {isWaiting && <Waiting />}
      {!isWaiting && errors.length === 0 && faults.length === 0 && (
        <p className="empty">{HOME.nothingBroken}</p>
      )}
      <ul className="lines">
        {faults.map((fault) => (
          <Line key={`${fault.to ?? ""} ${fault.text}`} {...fault} />
        ))}
      </ul>
    </section>
  );
}

/** One fault: what is wrong, since when, and what to do. */
function Line({ to, text, since = null, remedy }: Fault) {
  return (
    <li>
      {to === undefined ? text : <Link to={to}>{text}</Link>}{" "}
      {since !== null && (
        <span className="aside">
          {HOME.since} <Moment at={since} />
        </span>
      )}
      {remedy !== undefined && <p className="aside">{remedy}</p>}
    </li>
  );
}

async function toldByServices(): Promise<Fault[]> {
  const { faults, incomplete = [] } = await answered(api.GET("/api/v1/status"));
  return [
    ...faults.map(({ reason, remedy, since, path }) => ({ to: pageOf(path), text: reason, since, remedy })),
    ...incomplete.map((service) => ({ text: HOME.silent(service), remedy: HOME.silentRemedy })),
  ];
}

/** Where the API has what a page shows. */
const PAGES: Readonly<Record<string, PageName>> = {
  "/comms/messages": "messages",
  "/webhooks": "webhooks",
  "/commerce/invoices": "invoices",
};

/** The page that shows what GET of the path answers. */
function pageOf(path: string | null): string | undefined {
  const [place = ""] = (path ?? "").split("?");
  for (const [list, page] of Object.entries(PAGES)) {
    if (place === list) return PATHS[page];
    if (place.startsWith(`${list}/`)) return pathOf(page, place.slice(list.length + 1));
  }
  return undefined;
}

/** A message that failed longer ago is told by Messages alone, else Home would tell of it for ever. */
const RECENT_MS = 7 * 24 * 3_600_000;

async function failedMessages(): Promise<Fault[]> {
  const query = { status: "failed" as const, limit: SHOWN };
  const { messages } = await answered(api.GET("/api/v1/comms/messages", { params: { query } }));
  return messages
    .filter(({ updated_at: failed }) => Date.now() - Date.parse(failed) < RECENT_MS)
    .map(({ id, to, updated_at: since }) => ({ to: pathOf("messages", id), text: HOME.unsent(to), since }));
}
