import { soundRounds } from "./disturbance.ts";
import type { Iteration, Measured } from "./measure.ts";
import { spreadOf, type Spread } from "./spread.ts";

/** Ours over theirs, where more is better for us. */
export interface Ratios {
  /** Requests a second. */
  rate: Spread;
  /** Requests for each second of CPU time of everything but the load. */
  cpu: Spread;
  /** False where most rounds were disturbed: the ratios are then those of all rounds. */
  isSound: boolean;
}

/**
 * Compares round by round, because what slowed the machine in a round slowed both; of the rounds in which neither was
 * disturbed, where there are enough of them.
 */
export function ratiosOf(ours: Measured, theirs: Measured): Ratios {
  const { rounds, isSound } = soundRounds([ours.iterations, theirs.iterations]);
  const ratio = (figure: (iteration: Iteration) => number): Spread =>
    spreadOf(
      rounds.flatMap((round) => {
        const [own, other] = [ours.iterations[round], theirs.iterations[round]];
        return own === undefined || other === undefined ? [] : [figure(own) / figure(other)];
      }),
    );
  return {
    rate: ratio(({ requestsPerSecond }) => requestsPerSecond),
    cpu: ratio((iteration) => 1 / cpuTotal(iteration)),
    isSound,
  };
}

/** CPU microseconds a request of everything but the load. */
export function cpuTotal({ cpuPerRequest }: Pick<Iteration, "cpuPerRequest">): number {
  return Object.entries(cpuPerRequest).reduce((sum, [group, us]) => (group === "load" ? sum : sum + us), 0);
}
