/** gRPC metadata holds printable ASCII alone. */
export function sendable(value: string | undefined): string | undefined {
  return value !== undefined && /^[ -~]+$/.test(value) ? value : undefined;
}
