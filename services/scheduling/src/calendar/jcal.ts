/** One property in jCal (RFC 7265): its name, parameters, type of value and value. */
export type Property = [
  name: string,
  parameters: Readonly<Record<string, string>>,
  type: string,
  value: string | number | Readonly<Record<string, string | number>>,
];

/** One component in jCal: its name, properties and components. */
export type Component = [name: string, properties: Property[], components: Component[]];
