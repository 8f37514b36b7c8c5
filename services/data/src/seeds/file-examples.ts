import { dayAfter } from "./dates.ts";

/** A file of the examples: its bytes, and where it is. */
export interface FileExample {
  name: string;
  bytes: Buffer;
  folder: string | null;
  visibility: "private" | "public";
  tags: readonly string[];
}

/** A wheel of 64 by 64 points. */
const wheel =
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAABNElEQVR42u2awQ2DMAxF/yQ9d4hOwiQZseP00EOP7REBoontL/DHKFfi9ywExDZe70/qhRIogfMI3B5T/zqRwBB3uAkORA/RwOHoTg2w0VtrVA3E0q9v+QmE7BMgYIu3KeDc0yJgDrMv4Ny8V8CToR4BTxRQ6YcEbLFApR8VMEQEld4gMBoXVHqbwFD0AQHbN9sm0A8AKr1HoBOjS8Dzw+cR6CEBNf3hAmsYUNPvF/jLA2r6GQILJFDTHyKwT6UlwDh6MwTmYKCmP0pgh60EhAWe032+kgks6P0O1xNovmtTwLlnPUKXEkj/FqoPWQmk/ButA835BPKdidNXJRTqQukrcwq10fTVaYX+QPoOjUKPTKFLqdAnVujUK8xKKEyrKMwLKUxsiczMiUwtisyN1ujxtQW+dYcQwYjNf6YAAAAASUVORK5CYII=";

const prices = [
  ["service", "price", "hours"],
  ["Tube or tyre", "18.00", "0.5"],
  ["Brakes, both wheels", "42.00", "1"],
  ["Gears set and cleaned", "55.00", "1.5"],
  ["Yearly inspection", "89.00", "2"],
  ["Battery tested", "35.00", "1"],
];

const terms = [
  "# Terms of the workshop",
  "",
  "1. Every repair has a ticket and a price that is agreed before the work begins.",
  "2. What costs more than agreed is asked for first.",
  "3. Work is warranted for **six months**, parts for two years.",
  "4. A bicycle that is ready is kept for 30 days.",
  "",
].join("\n");

const plan = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 120">',
  '<rect x="5" y="5" width="190" height="110" fill="none" stroke="black"/>',
  '<text x="15" y="30">Stand 1</text><text x="80" y="30">Stand 2</text><text x="15" y="100">Counter</text>',
  "</svg>",
].join("");

/** Files of a small bicycle workshop: a picture for everybody, and one of every kind that texts come in. */
export function fileExamples(now: Date): readonly FileExample[] {
  const text = (name: string, content: string, more: Partial<FileExample> = {}): FileExample => ({
    name,
    bytes: Buffer.from(content),
    folder: "workshop",
    visibility: "private",
    tags: [],
    ...more,
  });
  const picture = { bytes: Buffer.from(wheel, "base64"), visibility: "public", folder: "pictures" } as const;
  const offer = `Offer of ${dayAfter(now, -20)}\n\n200 tubes, 60 chains, 40 sets of pads.\nGood until ${dayAfter(now, 40)}.\n`;
  const stock = { counted_on: dayAfter(now, -3), tubes: 84, chains: 21, pads: 37, spokes: 400 };
  return [
    { name: "wheel.png", tags: ["picture"], ...picture },
    text("prices.csv", `${prices.map((line) => line.join(",")).join("\n")}\n`, { tags: ["prices"] }),
    text("terms.md", terms, { tags: ["legal"] }),
    text("offer-tubes.txt", offer, { folder: "suppliers", tags: ["offer"] }),
    text("stock.json", JSON.stringify(stock, null, 2)),
    text("floor-plan.svg", plan),
    text("receipt-1041.txt", `Receipt 1041, ${dayAfter(now, -9)}\nGears set and cleaned: 55.00 EUR\n`, {
      folder: "receipts",
    }),
    text("receipt-1042.txt", `Receipt 1042, ${dayAfter(now, -6)}\nYearly inspection: 89.00 EUR\n`, {
      folder: "receipts",
    }),
  ];
}
