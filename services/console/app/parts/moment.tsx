import { useSession } from "../session/session.ts";
import { shownDistance, shownTime } from "./times.ts";

/** A time by its distance; the time itself, in the team's zone, is told beside it. */
export function Moment({ at }: { at: string }) {
  const { team } = useSession();
  return (
    <time dateTime={at} title={shownTime(at, team.timezone)}>
      {shownDistance(at)}
    </time>
  );
}

/** A time of the day on which something is to be, in the team's zone. */
export function Appointment({ at }: { at: string }) {
  const { team } = useSession();
  return <time dateTime={at}>{shownTime(at, team.timezone)}</time>;
}
