// Checks the indexes, links and versions of the documents: `make verify`.
import { docsFaults } from "./docs.ts";
import { tellFaults, writtenTree } from "./tree.ts";

tellFaults(docsFaults(await writtenTree(/\.md$|^package\.json$|^charts\/\w+\/Chart\.yaml$/)));
