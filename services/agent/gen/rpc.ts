// Generated from protos/ by `make gen`; edits are lost.

export interface Index {
  version: string;
  paths: IndexPath[];
  actions: IndexAction[];
}

export interface IndexAction {
  name: string;
  description: string;
  scope: string;
  confirm: boolean;
}

export interface IndexPath {
  method: string;
  /** Path template, relative to the team host. */
  path: string;
  /** `resource:action`; null where any token or none will do. */
  scope: string | null;
  /** Module key that gates the path. */
  module?: string;
  deprecated?: boolean;
}
