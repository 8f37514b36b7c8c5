import { useEffect, useState, type ReactNode } from "react";
import { Button } from "react-aria-components";
import { Link } from "wouter";
import { ActorName } from "../parts/actor-name.tsx";
import { Choices } from "../parts/choices.tsx";
import { Failure } from "../parts/failure.tsx";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { useSaidChoice } from "../parts/said.ts";
import { NOTIFICATIONS } from "../words/notifications.ts";
import { TITLES } from "../words/places.ts";
import { groupsOf } from "./groups.ts";
import { noticesOf, useMark, useReadAll, type Notice } from "./notices.ts";
import { useTitle } from "./noticed.ts";
import { NoticePreferences } from "./preferences.tsx";

/** The page of notices to the member who is signed in, and of how the member wants them. */
export function Notifications() {
  const [view, setView] = useSaidChoice(NOTIFICATIONS.views, "unread");
  return (
    <Page title={TITLES.notifications}>
      <Choices label={NOTIFICATIONS.which} of={NOTIFICATIONS.views} is={view} onChoose={setView} />
      {view === "preferences" ? <NoticePreferences /> : <Notices key={view} view={view} />}
    </Page>
  );
}

function Notices({ view }: { view: "unread" | "all" }) {
  const [newest, setNewest] = useState("");
  const readAll = useReadAll();
  const none = view === "unread" ? NOTIFICATIONS.noneUnread : NOTIFICATIONS.none;
  return (
    <>
      {newest !== "" && (
        <p className="actions">
          <Button isPending={readAll.isPending} onPress={() => readAll.mutate(newest)}>
            {NOTIFICATIONS.readAll}
          </Button>
        </p>
      )}
      {readAll.error !== null && <Failure error={readAll.error} />}
      <Listing {...noticesOf(view)} none={<p>{none}</p>}>
        {(notices) => <Cards notices={notices} onSeen={setNewest} />}
      </Listing>
    </>
  );
}

interface CardsOf {
  notices: readonly Notice[];
  /** Called with the newest notice that was shown: newer ones stay unread when all are marked. */
  onSeen: (change: (newest: string) => string) => void;
}

function Cards({ notices, onSeen }: CardsOf) {
  const first = notices[0]?.id ?? "";
  // Ids of notices are in the order of their times.
  useEffect(() => onSeen((newest) => (first > newest ? first : newest)), [first, onSeen]);
  return (
    <ul className="cards" aria-label={NOTIFICATIONS.list}>
      {groupsOf(notices).map(([first, ...others]) => (
        <Card key={first.id} notice={first}>
          {others.length > 0 && (
            <details>
              <summary>{NOTIFICATIONS.others(others.length)}</summary>
              <ul className="cards">
                {others.map((notice) => (
                  <Card key={notice.id} notice={notice} />
                ))}
              </ul>
            </details>
          )}
        </Card>
      ))}
    </ul>
  );
}

/** Pages of the console are named below its own path. */
const CONSOLE = "/console";

function Card({ notice, children }: { notice: Notice; children?: ReactNode }) {
  const { id, path, actor, created_at: at, read_at: read } = notice;
  const mark = useMark();
  const isUnread = read === null;
  return (
    <li className={isUnread ? "card" : "card ended"}>
      <Link
        to={path.startsWith(`${CONSOLE}/`) ? path.slice(CONSOLE.length) : path}
        onClick={() => isUnread && mark.mutate({ id, read: true })}
      >
        {useTitle(notice)}
      </Link>
      <p className="aside">
        {isUnread && <strong>{NOTIFICATIONS.unread} · </strong>}
        {NOTIFICATIONS.by} <ActorName of={actor} />, <Moment at={at} />
      </p>
      {!isUnread && (
        <Button className="quiet" isPending={mark.isPending} onPress={() => mark.mutate({ id, read: false })}>
          {NOTIFICATIONS.markUnread}
        </Button>
      )}
      {mark.error !== null && <Failure error={mark.error} />}
      {children}
    </li>
  );
}
