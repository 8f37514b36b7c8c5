import type { Handler } from "../../gen/rpc.ts";
import { artifacts } from "./artifact.ts";

/** Stores the artifact, if its content is of its kind. */
export const createArtifact: Handler<"CreateArtifact"> = artifacts.create;
