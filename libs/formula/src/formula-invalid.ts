/** A formula that cannot be stored: where it went wrong, and what could have stood there. */
export class FormulaInvalid extends Error {
  /** Characters before the fault. */
  readonly position: number;
  readonly expected: string;

  constructor(position: number, expected: string) {
    super(`At character ${position} expected ${expected}.`);
    this.name = "FormulaInvalid";
    this.position = position;
    this.expected = expected;
  }
}
