/** The program that is every part of Kubernetes, kubectl among them. */
export function kubernetesProgram(): string {
  const program = process.env["TEST_KUBERNETES"];
  if (program === undefined) throw new Error("TEST_KUBERNETES is not set; run `make cluster-test`.");
  return program;
}
