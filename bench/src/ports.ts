/** Doors of the bench: right below those of its fleet, so that a kept fleet finds them again. */
export function benchPorts(basePort: number): Record<"floor" | "peer" | "collector" | "sink", number> {
  return { floor: basePort - 1, peer: basePort - 2, collector: basePort - 3, sink: basePort - 4 };
}
