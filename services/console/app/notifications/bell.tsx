import { Bell as BellIcon } from "lucide-react";
import { Link } from "wouter";
import { PATHS } from "../paths.ts";
import { NOTIFICATIONS } from "../words/notifications.ts";
import { useUnread } from "./notices.ts";

/** Link to the notices in the frame of every page, with the number of unread ones. */
export function Bell() {
  const unread = useUnread();
  return (
    <Link to={PATHS.notifications} className="bell" aria-label={NOTIFICATIONS.bell(unread)}>
      <BellIcon size={16} aria-hidden />
      {unread > 0 && <span className="badge" data-count={NOTIFICATIONS.most(unread)} aria-hidden="true" />}
    </Link>
  );
}
