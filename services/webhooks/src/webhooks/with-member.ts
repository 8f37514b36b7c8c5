/** Adds a last member to an object that is finished JSON. */
export function withMember(json: string, name: string, value: string): string {
  return `${json.slice(0, -1)},${JSON.stringify(name)}:${value}}`;
}
