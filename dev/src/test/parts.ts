import { styleText } from "node:util";

/**
 * Minutes that each part of `make test` may take on two quiet cores. A part over its budget is a warning: a busy
 * machine is slow without anybody's fault.
 */
const budget = {
  "static checks": 2,
  components: 16,
  "fleet, beside one another": 7,
  "fleet, alone": 1.5,
  containers: 1,
} as const;

/** A part of a run. */
export type Part = keyof typeof budget;

/** Minutes that a part took and may take. */
interface Row {
  part: string;
  spent: number;
  may: number;
}

/** Measures the parts of one run. */
export class Parts {
  readonly #minutes = new Map<Part, number>();

  /** Does the work as the part, which may have begun before. */
  async measure<T>(part: Part, work: () => Promise<T>, begun = performance.now()): Promise<T> {
    try {
      return await work();
    } finally {
      const spent = (performance.now() - begun) / 60_000;
      this.#minutes.set(part, (this.#minutes.get(part) ?? 0) + spent);
    }
  }

  /** Minutes by part beside the budget, and a warning for each that is over. */
  report(): string {
    const rows: Row[] = [...this.#minutes].map(([part, spent]) => ({ part, spent, may: budget[part] }));
    const sum = (of: "spent" | "may"): number => rows.reduce((all, row) => all + row[of], 0);
    const all = { part: "in all", spent: sum("spent"), may: sum("may") };
    const lines = [...rows, all].map(({ part, spent, may }) => {
      const over = spent > may ? styleText("yellow", "  warning: over the budget") : "";
      return `${part.padEnd(28)}${spent.toFixed(1).padStart(6)} of ${may.toFixed(1).padStart(4)} min${over}`;
    });
    return lines.join("\n");
  }
}
