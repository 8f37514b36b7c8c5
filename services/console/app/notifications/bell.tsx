import { Link } from "wouter";
import { PATHS } from "../paths.ts";
import { NOTIFICATIONS } from "../words/notifications.ts";
import { useUnread } from "./notices.ts";

/** Link to the notices in the frame of every page, with the number of unread ones. */
export function Bell() {
  const unread = useUnread();
  return (
    <Link to={PATHS.notifications} className="bell" aria-label={NOTIFICATIONS.bell(unread)}>
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path
          fill="currentColor"
          d="M12 2a6 6 0 0 0-6 6v4l-2 4v1h16v-1l-2-4V8a6 6 0 0 0-6-6Zm-2.5 17a2.5 2.5 0 0 0 5 0Z"
        />
      </svg>
      {unread > 0 && (
        <span className="count" aria-hidden="true">
          {NOTIFICATIONS.most(unread)}
        </span>
      )}
    </Link>
  );
}
