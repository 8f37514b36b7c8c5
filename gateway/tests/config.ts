/** Path of the Envoy binary under test. */
export function envoyBinary(): string {
  const path = process.env["TEST_ENVOY"];
  if (path === undefined) throw new Error("TEST_ENVOY must name the Envoy binary; `make test` sets it");
  return path;
}
