import { readFile } from "node:fs/promises";
import { OperatorError } from "../operator-error.ts";

/** Reads the JSON object of a file. */
export async function objectIn(file: string): Promise<object> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new OperatorError(`${file} cannot be read: ${String(error)}`);
  });
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch (error) {
    throw new OperatorError(`${file} is not valid JSON: ${String(error)}`, { cause: error });
  }
  throw new OperatorError(`${file} does not have a JSON object. Write one, in braces.`);
}
