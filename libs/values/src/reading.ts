/** A fault of a text: a code, by which programs tell faults apart, and a sentence that says what to write. */
export interface Fault {
  code: "type_mismatch" | "invalid_format" | "out_of_range" | "too_precise";
  message: string;
}

/** The value of a text, or the fault that keeps it from having one. */
export type Reading<T> = { value: T; fault?: never } | { fault: Fault; value?: never };

/** Makes the reading of a text that has a value. */
export const fits = <T>(value: T): Reading<T> => ({ value });

/** Makes the reading of a text that has none. */
export const misfit = (code: Fault["code"], message: string): { fault: Fault } => ({
  fault: { code, message },
});
