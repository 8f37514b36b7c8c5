/** Helm, as `make cluster-test` gives it. */
export function helmProgram(): string {
  const program = process.env["TEST_HELM"];
  if (program === undefined) throw new Error("TEST_HELM is not set; run `make cluster-test`.");
  return program;
}
