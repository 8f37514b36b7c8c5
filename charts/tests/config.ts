/** A program or file that `make chart-check` has fetched. */
export function fetched(variable: "TEST_HELM" | "TEST_KUBERNETES_SCHEMAS" | "TEST_ENVOY"): string {
  const value = process.env[variable];
  if (value === undefined) throw new Error(`${variable} is not set; run \`make chart-check\`.`);
  return value;
}
