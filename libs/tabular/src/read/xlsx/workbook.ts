import path from "node:path/posix";
import type { Archive } from "../archive.ts";
import { PARTS_MAX, SourceRefused } from "../source.ts";
import { numberKind, type NumberKind } from "./number-format.ts";
import { readWholeXml, xmlText, type Attributes } from "./xml.ts";

/** A sheet of a workbook with rows. */
export interface SheetEntry {
  name: string;
  /** Name of its file in the archive. */
  file: string;
}

/** Facts of a workbook that its sheets need. */
export interface Workbook {
  sheets: SheetEntry[];
  is1904: boolean;
  /** Kinds of numbers by the index of their style. */
  kinds: NumberKind[];
  /** Name of the file of shared strings. */
  strings: string | undefined;
}

/** A relationship of a file of the archive to another one. */
interface Relation {
  id: string;
  type: string;
  target: string;
}

const ROOT = "_rels/.rels";

/** Whether an archive is a file of an office program. */
export const isOfficeFile = ({ names }: Archive): boolean =>
  names.includes(ROOT) || names.includes("[Content_Types].xml") || names.includes("content.xml");

/** Reads what a workbook says of its sheets. Throws SourceRefused for a file of another program. */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const root = await relationsOf(archive, ROOT, "");
  const main = root.find(({ type }) => type === "officeDocument")?.target;
  const bytes = main === undefined ? undefined : archive.file(main);
  if (main === undefined || bytes === undefined || !main.endsWith(".xml")) throw notWorkbook();
  const folder = path.dirname(main);
  const relations = await relationsOf(archive, `${folder}/_rels/${path.basename(main)}.rels`, folder);
  const found: { name: string; id: string }[] = [];
  let [is1904, isWorkbook] = [false, false];
  await readWholeXml(bytes, {
    open: (name, attributes) => {
      if (name === "workbook") isWorkbook = true;
      else if (name === "workbookPr") is1904 = ["1", "true"].includes(attributes["date1904"] ?? "");
      else if (name === "sheet")
        found.push({ name: xmlText(attributes["name"] ?? ""), id: idOf(attributes) });
      if (found.length > PARTS_MAX)
        throw new SourceRefused("limit_reached", `The workbook has more than ${PARTS_MAX} sheets. Split it.`);
    },
  });
  if (!isWorkbook) throw notWorkbook();
  const target = (type: string) => relations.find((relation) => relation.type === type)?.target;
  const sheets = found.flatMap(({ name, id }) => {
    const sheet = relations.find((relation) => relation.id === id);
    return sheet?.type === "worksheet" ? [{ name, file: sheet.target }] : [];
  });
  return {
    sheets,
    is1904,
    kinds: await numberKinds(archive, target("styles")),
    strings: target("sharedStrings"),
  };
}

const notWorkbook = (): SourceRefused =>
  new SourceRefused("unsupported_format", "The file is not a workbook of Excel. Save it as .xlsx or .csv.");

const idOf = (attributes: Attributes): string =>
  Object.entries(attributes).find(([name]) => /^\w+:id$/.test(name))?.[1] ?? "";

const RELATIONS_MAX = 10_000;

/** The relationships of a file, which name files of the archive alone: a target outside of it counts as absent. */
async function relationsOf(archive: Archive, file: string, folder: string): Promise<Relation[]> {
  const bytes = archive.file(file);
  const relations: Relation[] = [];
  if (bytes === undefined) return relations;
  await readWholeXml(bytes, {
    open: (name, { Id: id = "", Type: type = "", Target: target = "", TargetMode: mode }) => {
      if (name !== "Relationship" || mode === "External" || relations.length >= RELATIONS_MAX) return;
      const place = path.join("/", target.startsWith("/") ? "" : folder, xmlText(target)).slice(1);
      relations.push({ id, type: type.slice(type.lastIndexOf("/") + 1), target: place });
    },
  });
  return relations;
}

const STYLES_MAX = 100_000;

/** The kinds of numbers by the index of their style. */
async function numberKinds(archive: Archive, file: string | undefined): Promise<NumberKind[]> {
  const bytes = file === undefined ? undefined : archive.file(file);
  const kinds: NumberKind[] = [];
  const codes = new Map<number, string>();
  if (bytes === undefined) return kinds;
  let isCell = false;
  await readWholeXml(bytes, {
    open: (name, attributes) => {
      if (name === "numFmt" && codes.size < STYLES_MAX)
        codes.set(Number(attributes["numFmtId"]), xmlText((attributes["formatCode"] ?? "").slice(0, 1_000)));
      else if (name === "cellXfs") isCell = true;
      else if (name === "xf" && isCell && kinds.length < STYLES_MAX) {
        const id = Number(attributes["numFmtId"] ?? 0);
        kinds.push(numberKind(id, codes.get(id)));
      }
    },
    close: (name) => {
      if (name === "cellXfs") isCell = false;
    },
  });
  return kinds;
}
