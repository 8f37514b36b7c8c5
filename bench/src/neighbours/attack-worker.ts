// Sends the load of a neighbour in a thread of its own, until it is told to end.
import { parentPort, workerData } from "node:worker_threads";
import { sendLoad, type Load } from "./requests.ts";

let isOver = false;
parentPort?.once("message", () => (isOver = true));
const times = await sendLoad(workerData as Load, () => isOver);
parentPort?.postMessage(Object.fromEntries([...times].map(([status, { length }]) => [status, length])));
