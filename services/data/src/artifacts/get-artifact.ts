import type { Handler } from "../../gen/rpc.ts";
import { artifacts } from "./artifact.ts";

/** Answers one artifact; 304 when the caller already has this version. */
export const getArtifact: Handler<"GetArtifact"> = artifacts.read;
