import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Schemas } from "../api.ts";
import { Choices } from "../parts/choices.tsx";
import { Failure } from "../parts/failure.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { COUNTS, DOORS_COUNTED, SUMS } from "../words/counts.ts";
import { daysOf, type Day, type Sum } from "./bars.ts";
import { Chart } from "./chart.tsx";

const EVERY_MS = 30_000;

type Door = Schemas["RequestCount"]["door"];
const doors = Object.keys(DOORS_COUNTED) as Door[];

/** Requests of the last days by door, as a chart and as a table. */
export function Counts() {
  const [sum, setSum] = useState<Sum>("requests");
  const { data, error } = useQuery({
    queryKey: ["audit", "summary"],
    queryFn: () => answered(api.GET("/api/v1/audit/summary")),
    refetchInterval: EVERY_MS,
  });
  return (
    <section className="card" aria-label={COUNTS.title}>
      <h2>{COUNTS.title}</h2>
      <Choices label={COUNTS.which} of={SUMS} is={sum} onChoose={setSum} />
      {error !== null && <Failure error={error} />}
      {data === undefined && error === null && <Waiting />}
      {data !== undefined && <Figures summary={data} sum={sum} />}
    </section>
  );
}

function Figures({ summary, sum }: { summary: Schemas["AuditSummary"]; sum: Sum }) {
  const seen = doors.filter((door) => summary.counts.some((count) => count.door === door && count[sum] > 0));
  if (seen.length === 0) return <p className="empty">{COUNTS.none}</p>;
  const days = daysOf(summary, sum, seen);
  const columns = Object.fromEntries(
    seen.map((door, at) => [DOORS_COUNTED[door], ({ byDoor }: Day) => byDoor[at]]),
  );
  return (
    <>
      <Chart days={days} doors={seen} what={SUMS[sum]} />
      <details>
        <summary>{COUNTS.table}</summary>
        <ThingsTable
          name={SUMS[sum]}
          things={days.toReversed().map((day) => ({ ...day, id: day.day }))}
          columns={{ [COUNTS.day]: ({ day }) => day, ...columns, [COUNTS.all]: ({ all }) => all }}
        />
      </details>
      <p className="aside">{COUNTS.zone(summary.timezone)}</p>
    </>
  );
}
