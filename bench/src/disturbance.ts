/** Cores of other programs beside which a turn still counts as quiet. */
export const QUIET_CORES = 0.1;
/** Attempts at one turn: the first one, and its repetitions. */
const ATTEMPTS_MAX = 3;

/** A turn, and the cores that other programs used meanwhile. */
export interface Watched {
  strangerCores: number;
}

/** Tests whether other programs used more of the machine than a turn bears. */
export function isDisturbed({ strangerCores }: Watched): boolean {
  return !(strangerCores <= QUIET_CORES);
}

/** Repetitions that are left to the turns of one table, so that a busy machine cannot make a run endless. */
export interface RepeatBudget {
  left: number;
}

/** A turn that is kept, and the number of attempts at it. */
export interface KeptTurn<T> {
  kept: T;
  attempts: number;
}

/**
 * Takes a turn, and repeats it while it is disturbed and the budget lasts. Keeps the least disturbed attempt, which may
 * be a disturbed one.
 */
export async function undisturbed<T extends Watched>(
  take: (attempt: number) => Promise<T>,
  budget: RepeatBudget,
): Promise<KeptTurn<T>> {
  let kept = await take(0);
  let attempts = 1;
  while (isDisturbed(kept) && attempts < ATTEMPTS_MAX && budget.left > 0) {
    budget.left -= 1;
    const next = await take(attempts);
    attempts += 1;
    if (next.strangerCores < kept.strangerCores) kept = next;
  }
  return { kept, attempts };
}

/**
 * Picks the rounds from which ratios are made: the quiet ones, in which no turn of any row was disturbed. All rounds
 * where fewer than half are quiet; the result is then to be marked.
 */
export function soundRounds(rows: readonly (readonly Watched[])[]): { rounds: number[]; isSound: boolean } {
  const all = [...(rows[0] ?? []).keys()];
  const quiet = all.filter((round) =>
    rows.every((turns) => !isDisturbed(turns[round] ?? { strangerCores: 0 })),
  );
  const isSound = quiet.length > 0 && quiet.length * 2 >= all.length;
  return { rounds: isSound ? quiet : all, isSound };
}

/** Says how many of the turns were disturbed; undefined where none was. */
export function disturbanceText(turns: readonly Watched[]): string | undefined {
  const disturbed = turns.filter(isDisturbed);
  if (disturbed.length === 0) return undefined;
  const most = Math.max(...disturbed.map(({ strangerCores }) => strangerCores));
  return `DISTURBED: beside ${disturbed.length} of ${turns.length} turns others used more than ${QUIET_CORES} cores, up to ${most.toFixed(2)}.`;
}
