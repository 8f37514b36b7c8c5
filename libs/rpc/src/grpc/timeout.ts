/** Milliseconds in each unit of a grpc-timeout. */
const units: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1_000,
  m: 1,
  u: 0.001,
  n: 0.000_001,
};

/** Parses a grpc-timeout header in milliseconds; undefined if it is not valid. The protocol allows eight digits. */
export function timeoutMs(header: string): number | undefined {
  const match = /^(\d{1,8})([HMSmun])$/.exec(header);
  const unit = units[match?.[2] ?? ""];
  return match === null || unit === undefined ? undefined : Number(match[1]) * unit;
}
