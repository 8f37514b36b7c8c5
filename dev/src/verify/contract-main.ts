// Holds the tree against docs/contract: `make verify`.
import { contractFaults } from "./contract.ts";
import { tellFaults, writtenTree } from "./tree.ts";

tellFaults(contractFaults(await writtenTree(/\.(?:ts|js|proto|sql|ya?ml|sh|md)$/)));
