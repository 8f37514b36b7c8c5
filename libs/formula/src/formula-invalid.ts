/** Characters of a name that a refusal repeats. */
const NAME_MAX = 80;

/** A formula that cannot be stored: where it went wrong, and what could have stood there. */
export class FormulaInvalid extends Error {
  /** Characters before the fault. */
  readonly position: number;
  readonly expected: string;
  /** Name of the column that there is not, when that is the fault. */
  readonly unknownColumn: string | undefined;

  constructor(position: number, expected: string, unknownColumn?: string) {
    const found = unknownColumn === undefined ? "" : `; there is no column "${shown(unknownColumn)}"`;
    super(`At character ${position} expected ${expected}${found}.`);
    this.name = "FormulaInvalid";
    this.position = position;
    this.expected = expected;
    this.unknownColumn = unknownColumn;
  }
}

function shown(name: string): string {
  return name.length <= NAME_MAX ? name : `${name.slice(0, NAME_MAX).toWellFormed()}…`;
}
