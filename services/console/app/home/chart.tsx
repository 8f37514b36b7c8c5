import type { Schemas } from "../api.ts";
import { COUNTS, DOORS_COUNTED } from "../words/counts.ts";
import { partsOf, type Day } from "./bars.ts";

const HEIGHT = 100;
/** Bar width as a share of a day's width. */
const BAR = 0.7;

interface ChartOf {
  days: readonly Day[];
  doors: readonly Schemas["RequestCount"]["door"][];
  /** Name of the counted events. */
  what: string;
}

/** One bar a day, one colour a door. */
export function Chart({ days, doors, what }: ChartOf) {
  const most = Math.max(...days.map(({ all }) => all));
  const [first, last] = [days[0]?.day ?? "", days.at(-1)?.day ?? ""];
  const all = days.reduce((sum, day) => sum + day.all, 0);
  return (
    <figure className="chart">
      <p className="aside">{COUNTS.most(most)}</p>
      <svg
        role="img"
        aria-label={COUNTS.chart(what, all, first, last)}
        viewBox={`0 0 ${days.length} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {days.map((day, at) => (
          <g key={day.day}>
            <title>{`${day.day}: ${day.all}`}</title>
            {partsOf(day, most).map(({ bottom, height }, door) => (
              <rect
                key={doors[door]}
                className={`door-${doors[door] ?? ""}`}
                x={at + (1 - BAR) / 2}
                width={BAR}
                y={HEIGHT * (1 - bottom - height)}
                height={HEIGHT * height}
              />
            ))}
          </g>
        ))}
      </svg>
      <p className="aside ends">
        <span>{first}</span>
        <span>{last}</span>
      </p>
      <ul className="legend">
        {doors.map((door) => (
          <li key={door}>
            <svg aria-hidden="true" viewBox="0 0 1 1">
              <rect className={`door-${door}`} width="1" height="1" />
            </svg>
            {DOORS_COUNTED[door]}
          </li>
        ))}
      </ul>
    </figure>
  );
}
