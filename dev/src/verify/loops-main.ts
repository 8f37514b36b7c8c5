// Finds files that import each other in a loop: `make verify`.
import { loopFaults } from "./loops.ts";
import { tellFaults, writtenTree } from "./tree.ts";

const tree = new Map(await writtenTree(/(?:\.tsx?|(?:^|\/)package\.json)$/));
// Two loops of the tables of the console are still to be opened: what cells are, and which rows are shown.
for (const file of tree.keys()) if (file.startsWith("services/console/app/data/")) tree.delete(file);
tellFaults(loopFaults(tree));
