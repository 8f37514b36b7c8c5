import type { BenchFacts, ChartFacts } from "../facts.ts";
import type { Exchange } from "../load/iteration.ts";
import { lacks, throughGateway } from "./requests.ts";
import { ours, type Contestant, type Scenario } from "./scenario.ts";

const contact = "contact";
const few = "100 values";
const common = { hasTail: false, needs: "charts" } as const;
/** Observations of one batch: as many as the API takes. */
const batchSize = 500;
const observationsPerSecond = 10_000;

function chartsOf({ charts }: BenchFacts): ChartFacts {
  if (charts === undefined) throw new Error("The charts were not seeded.");
  return charts;
}

/** GET of one path; `text` is part of every good reply. */
function reading(name: string, pathOf: (charts: ChartFacts) => string, text: string): Contestant {
  return {
    name,
    door: "gateway",
    exchanges: (facts) => {
      const charts = chartsOf(facts);
      const ask = throughGateway(charts);
      const path = pathOf(charts);
      return () => ask(path, undefined, { status: 200, faultOf: lacks(text) });
    },
  };
}

/** A chart with its record, which is committed before the answer. */
export const chartSummary: Scenario = {
  ...common,
  name: "chart",
  title: "chart summary with its record, beside a contact by its id",
  contestants: [
    reading(ours, ({ few: patient }) => `/api/v1/emr/patients/${patient}`, "generated_at"),
    reading(contact, ({ contactId }) => `/api/v1/contacts/${contactId}`, "first_name"),
  ],
  target: { against: contact, atLeast: 0.4 },
};

/** The cost of labs follows from the number of analytes, not of values. */
export const labsOfMany: Scenario = {
  ...common,
  name: "labs",
  title: "labs of a patient with 10,000 values, beside one with 100",
  contestants: [
    reading(ours, ({ many }) => `/api/v1/emr/patients/${many}/labs`, "g/dL"),
    reading(few, (charts) => `/api/v1/emr/patients/${charts.few}/labs`, "g/dL"),
  ],
  p50Target: { against: few, atMost: 1.5 },
};

/** Consent, undo records and the record of the request included. */
export const observations: Scenario = {
  ...common,
  name: "observations",
  title: `${batchSize} observations at once`,
  contestants: [{ name: ours, door: "gateway", exchanges: newObservations }],
  rateTarget: observationsPerSecond / batchSize,
};

let count = 0;

function newObservations(facts: BenchFacts): () => Exchange {
  const charts = chartsOf(facts);
  const ask = throughGateway(charts);
  const run = Date.now().toString(36);
  return () => {
    count += 1;
    const items = Array.from({ length: batchSize }, (_, n) => ({
      contact_id: charts.contactId,
      code: { system: "http://loinc.org", code: "8867-4" },
      value: 60 + (n % 40),
      unit: "/min",
      effective_at: "2026-03-01T08:00:00Z",
      source: { type: "device", name: "watch" },
      external_id: `${run}-${count}-${n}`,
    }));
    const last = `${run}-${count}-${batchSize - 1}`;
    const body = JSON.stringify({ observations: items });
    return ask("/api/v1/wellness/observations", body, { status: 201, faultOf: lacks(last) });
  };
}
