/** Returns the row of a statement that always answers exactly one. */
export function one<R>([row]: readonly R[]): R {
  if (row === undefined) throw new Error("A statement that answers one row answered none.");
  return row;
}
