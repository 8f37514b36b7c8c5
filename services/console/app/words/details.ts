/** Words of the fold at the end of a record. */
export const DETAILS = {
  title: "Details",
  unnamed: "Another record",
  copies: "Copy",
  copy: (name: string) => `Copy: ${name}`,
  copied: "Copied",
} as const;
