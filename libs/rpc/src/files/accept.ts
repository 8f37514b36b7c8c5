import { CSV_TYPE, type ListFormat, XLSX_TYPE } from "@jst/tabular/parameters";

/** Ranges by which each form is asked for, the most specific first; files are named whole. */
const RANGES: Readonly<Record<ListFormat, readonly string[]>> = {
  json: ["application/json", "application/*", "*/*"],
  csv: [CSV_TYPE],
  xlsx: [XLSX_TYPE],
};

/** Returns the form that Accept prefers by its q-values (RFC 9110, 12.5.1); JSON wins a tie. */
export function acceptedFormat(accept: string | undefined): ListFormat {
  if (accept === undefined) return "json";
  const qualities = new Map(accept.split(",").map(rangeIn));
  const qualityOf = (format: ListFormat) =>
    RANGES[format].map((range) => qualities.get(range)).find((quality) => quality !== undefined) ?? 0;
  return (["json", "csv", "xlsx"] as const).reduce((best, next) =>
    qualityOf(next) > qualityOf(best) ? next : best,
  );
}

/** Reads a media range and its quality, 1 by default and 0 for one that is not a number. */
function rangeIn(text: string): [range: string, quality: number] {
  const [range = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const [, written = "1"] = parameters.map((part) => part.split("=")).find(([name]) => name === "q") ?? [];
  const quality = Number(written);
  return [range, Number.isFinite(quality) ? Math.min(Math.max(quality, 0), 1) : 0];
}
