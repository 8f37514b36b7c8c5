/** Listeners of the bench, by name. */
const names = [
  "floor",
  "peer",
  "collector",
  "sink",
  "chain",
  "chainAdmin",
  "chainAuth",
  "chainData",
  "plain",
  "plainGateway",
  "embedder",
] as const;

/** They stand right below those of its fleet, so that a kept fleet finds them again. */
export function benchPorts(basePort: number): Record<(typeof names)[number], number> {
  const ports = names.map((name, index) => [name, basePort - 1 - index]);
  return Object.fromEntries(ports) as Record<(typeof names)[number], number>;
}
