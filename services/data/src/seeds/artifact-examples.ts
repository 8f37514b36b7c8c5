import type { ArtifactCreate } from "../../gen/rpc.ts";
import { dayAfter } from "./dates.ts";

const wheel =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="18"/></svg>';

const ofNoDay: readonly ArtifactCreate[] = [
  {
    kind: "code",
    title: "Hours of a ticket",
    language: "javascript",
    content: "const hours = (minutes) => Math.ceil(minutes / 15) / 4;\n",
  },
  { kind: "image", title: "Sign", content: wheel },
  {
    kind: "diagram",
    title: "Way of a ticket",
    content: "graph LR; received --> working --> ready --> collected",
  },
  { kind: "other", title: "Song of the compressor", content: "Pssst.", tags: ["fun"], status: "archived" },
];

/** Artifacts of the demo workshop, one of every kind; `offer` is a file, if the team has one. */
export function artifactExamples(now: Date, offer: string | undefined): readonly ArtifactCreate[] {
  const byAgent = { source: { type: "agent", id: "weekly-report" } };
  const week = `Week from ${dayAfter(now, -7)} to ${dayAfter(now, -1)}`;
  return [
    {
      kind: "document",
      title: "Letter to the landlord",
      content: `${dayAfter(now, -12)}\n\nThe gate of the yard sticks.\n`,
    },
    {
      kind: "markdown",
      title: "Weekly report",
      status: "published",
      content: `# ${week}\n\n- 23 repairs\n- 2 complaints\n`,
      ...byAgent,
    },
    {
      kind: "html",
      title: "Notice for the window",
      content: `<h1>Closed on ${dayAfter(now, 14)}</h1><p>We count our stock.</p>`,
    },
    {
      kind: "json",
      title: "Targets",
      content: JSON.stringify({ from: dayAfter(now, 0), repairs: 100, complaints: 1 }),
    },
    {
      kind: "csv",
      title: "Repairs by weekday",
      status: "published",
      content: "day,repairs\nMon,6\nTue,4\nWed,5\nThu,3\nFri,5\n",
      ...byAgent,
    },
    ...ofNoDay,
    ...(offer === undefined
      ? []
      : [
          {
            kind: "document",
            title: "Offer for tubes",
            file_id: offer,
            summary: "What the supplier sent.",
          } as const,
        ]),
  ];
}
