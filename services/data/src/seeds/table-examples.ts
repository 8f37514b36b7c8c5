import type { ColumnCreate } from "../../gen/rpc.ts";
import { dayAfter } from "./dates.ts";

/** A table with its rows, whose cells are as their columns store them. */
export interface TableExample {
  display_name: string;
  description: string;
  columns: readonly ColumnCreate[];
  rows: readonly Record<string, unknown>[];
}

const states = ["received", "working", "ready", "collected"];
const services = [
  { value: "tube", hours: 0.5, price: 1_800 },
  { value: "brakes", hours: 1, price: 4_200 },
  { value: "gears", hours: 1.5, price: 5_500 },
  { value: "inspection", hours: 2, price: 8_900 },
  { value: "battery", hours: 1, price: 3_500 },
] as const;
const customers = [
  "Amina Sol",
  "Bo Lindqvist",
  "Chidi Marlow",
  "Dana Roth",
  "Emre Kaya",
  "Fay Osei",
  "Gil Novak",
];
const bicycles = ["city bicycle", "cargo bicycle", "racer", "child's bicycle", "electric bicycle"];
const REPAIRS = 150;
const SUPPLIERS = [
  "Nordwind Tyres",
  "Kettle & Chain",
  "Brightpath Lights",
  "Oak Lane Saddles",
  "Volt Barn",
  "Spoke Yard",
];

const of = <Value>(values: readonly Value[], place: number): Value => values[place % values.length] as Value;

/** Repairs of the last half year, the newest still at work; of some the receipt is there. */
function repairs(now: Date, receipts: readonly string[]): TableExample {
  const options = services.map(({ value }) => ({ value, label: value }));
  return {
    display_name: "Repairs",
    description: "Every ticket of the workshop.",
    columns: [
      { name: "ticket", type: "integer", unique: true, required: true },
      { name: "customer", type: "text" },
      { name: "bicycle", type: "text" },
      { name: "service", type: "select", options: { options } },
      { name: "received", type: "date" },
      { name: "price", type: "currency", options: { currency: "EUR" } },
      { name: "hours", type: "number", options: { precision: 2 } },
      {
        name: "stage",
        type: "state",
        options: { states: states.map((value) => ({ value, label: value })), initial: "received" },
      },
      { name: "receipts", display_name: "Receipts", type: "file", options: { multiple: true } },
      { name: "hourly", display_name: "Price an hour", type: "formula", formula: "{price} / {hours}" },
    ],
    rows: Array.from({ length: REPAIRS }, (_, place) => {
      const age = REPAIRS - 1 - place;
      const { value: service, hours, price } = of(services, place * 7 + (place % 3));
      const receipt = age >= 6 && age % 40 === 6 ? receipts : [];
      return {
        ticket: 1_000 + place,
        customer: of(customers, place * 5 + (place % 2)),
        bicycle: of(bicycles, place * 3),
        service,
        received: dayAfter(now, -age),
        price,
        hours,
        stage: of(states, age === 0 ? 0 : age < 3 ? 1 : age < 6 ? 2 : 3),
        ...(receipt.length === 0 ? {} : { receipts: receipt }),
      };
    }),
  };
}

/** The tables of the workshop; `offer` and `receipts` are files, where the team has them. */
export function tableExamples(
  now: Date,
  { offer, receipts }: { offer: string | undefined; receipts: readonly string[] },
): readonly TableExample[] {
  const suppliers: TableExample = {
    display_name: "Suppliers",
    description: "Who brings what.",
    columns: [
      { name: "name", type: "text", required: true },
      { name: "website", type: "url" },
      { name: "rating", type: "rating", options: { max: 5 } },
      { name: "last_order", type: "date" },
      { name: "offer", type: "file" },
    ],
    rows: SUPPLIERS.map((name, place) => ({
      name,
      website: `https://example.com/${name.toLowerCase().replace(/[^a-z]+/g, "-")}`,
      rating: 3 + (place % 3),
      last_order: dayAfter(now, -5 * (place + 1)),
      ...(place === 0 && offer !== undefined ? { offer } : {}),
    })),
  };
  return [repairs(now, receipts), suppliers];
}
