/** Helms that the charts are checked with, by name: Helm 3, and Helm 4 where it could be had. */
export function helms(): Readonly<Record<string, string>> {
  const four = process.env["TEST_HELM_4"];
  return { "Helm 3": fetched("TEST_HELM"), ...(four !== undefined && { "Helm 4": four }) };
}

/** A program or file that `make chart-check` has fetched. */
export function fetched(variable: "TEST_HELM" | "TEST_KUBERNETES_SCHEMAS" | "TEST_ENVOY"): string {
  const value = process.env[variable];
  if (value === undefined) throw new Error(`${variable} is not set; run \`make chart-check\`.`);
  return value;
}
