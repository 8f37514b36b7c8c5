import { factCatalogue, type FactType } from "@jst/events/fact-catalogue";
import { relaying } from "@jst/fleet";
import type { Generated } from "./generated.ts";

/** Generates the table of facts: which service publishes each, and what it causes in the services that read it. */
export function emitFactsTable(): Generated {
  const rows = Object.entries(factCatalogue).map(([type, entry]) => {
    const causes = Object.entries(entry.effects).map(([service, effect]) => `${service} ${effect}.`);
    return `| \`${type}\` | ${entry.description} | ${publishersIn(entry)} | ${causes.join("<br>")} |`;
  });
  const content = `# Facts between services

Written by \`make gen\` from \`libs/events/src/fact-catalogue.ts\`. A fact travels on the topic of its publisher's events, committed
with the write that caused it, and reaches each reader at least once (events.facts). The types let a service publish its own facts
alone, and require a handler for each fact that it reads; its topics follow.

| Fact | When | Published by | What it causes |
| --- | --- | --- | --- |
${rows.join("\n")}
`;
  return { path: "docs/facts.md", content };
}

function publishersIn({ publishers, ...entry }: (typeof factCatalogue)[FactType]): string {
  if (publishers === relaying) return "every service with an outbox";
  const former = "formerPublishers" in entry ? entry.formerPublishers : [];
  return [...publishers, ...former.map((service) => `${service} of the release before`)].join(", ");
}
