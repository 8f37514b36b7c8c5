import type { CallFacts } from "../call.ts";
import type { DoorOptions } from "../door.ts";
import type { RpcDefinition } from "../handler.ts";
import type { AnyHandler } from "../layers.ts";
import type { AnyInput } from "../read-input.ts";
import type { FileRequest } from "./file-request.ts";

/** A call of a list that asks for its file. */
export interface FileCall<Deps> {
  rpc: RpcDefinition<Deps>;
  handler: AnyHandler<Deps>;
  options: DoorOptions<Deps>;
  facts: CallFacts;
  input: AnyInput;
  file: FileRequest;
  /** True for HEAD, which is answered the headers. */
  isHead: boolean;
}
