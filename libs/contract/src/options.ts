import {
  getOption,
  hasOption,
  toJson,
  type DescExtension,
  type DescField,
  type DescMessage,
  type DescMethod,
  type DescService,
  type JsonValue,
  type Message,
  type Registry,
} from "@bufbuild/protobuf";

/** `(platform.v1.rest)` as written; absent members are unset. */
export interface RestOption {
  resource?: string;
  action?: string;
  access?: string;
  module?: string;
  status?: number;
  request?: string;
  query?: string;
  response?: string;
  surface?: string;
  timeout_ms?: number;
  tool?: ToolOption;
  callers?: string[];
  door?: string;
  unknown_member?: string;
  bare?: string;
  max_body_bytes?: number;
  media_type?: string;
  other_media_type?: string;
  etag?: boolean;
  other_request?: string;
  other_response?: string;
  alternative?: string;
  may_create?: boolean;
  conditional?: boolean;
  keyed?: boolean;
  trust?: string;
  body_optional?: boolean;
  form?: string;
  closed?: string[];
  any_origin?: boolean;
  client_auth?: boolean;
  body_types?: string[];
}

/** `(platform.v1.rest).tool` as written. */
export interface ToolOption {
  name?: string;
  title?: string;
  description?: string;
  confirm?: boolean;
  query?: string[];
  destructive?: boolean;
  open_world?: boolean;
  resource?: string;
  toolset?: string;
  extra?: boolean;
  steps?: string[];
}

/** `(google.api.http)` as written. */
export interface HttpOption {
  get?: string;
  put?: string;
  post?: string;
  delete?: string;
  patch?: string;
  custom?: { kind: string; path: string };
  body?: string;
  response_body?: string;
  additional_bindings?: HttpOption[];
}

/** `(platform.v1.json)` as written. */
export interface JsonOption {
  nullable?: boolean;
  freeform?: boolean;
  example?: string;
  format?: string;
  max_properties?: number;
  argument?: string;
  secret?: boolean;
  references?: ReferenceOption;
  shown_to?: string;
  exact?: boolean;
  phone?: boolean;
  values?: string;
}

/** `(platform.v1.json).references` as written. */
export interface ReferenceOption {
  resource?: string;
  action?: string;
  of_type?: string;
  exempt?: string;
}

/** `(platform.v1.resource)` as written. */
export interface ResourceOption {
  plural?: string;
  noun?: string;
  scope?: string;
  module?: string;
  archived?: boolean;
  counted?: boolean;
  filter_example?: string;
  sort_example?: string;
  deleted?: boolean;
  table?: string;
  restorable?: boolean;
  unfiltered?: boolean;
  sorts?: string[];
  final_status?: string;
  ungated?: boolean;
  event?: string;
}

/** `(platform.v1.events)` as written. */
export interface EventsOption {
  types?: { type?: string; description?: string; when?: string }[];
  scope?: string;
  posted_to_writers?: boolean;
  final?: boolean;
}

/** `(platform.v1.handlers)` as written. */
export interface HandlersOption {
  folder?: string;
  file?: string;
}

/** `(platform.v1.member)` as written. */
export interface MemberOption {
  write?: string;
  default?: string;
  listed?: boolean;
  searched?: boolean;
  trimmed?: boolean;
  verbatim?: boolean;
  detail?: boolean;
  slug_of?: string;
  omitted?: boolean;
}

/** `(buf.validate.field)` as written: rules by type; 64-bit integers are texts. */
export interface FieldRules {
  required?: boolean;
  repeated?: Record<string, JsonValue> & { items?: FieldRules };
  map?: Record<string, JsonValue> & { keys?: FieldRules; values?: FieldRules };
  [type: string]: unknown;
}

type Optioned = DescMessage | DescMethod | DescService | DescField;

/** The library types these only for options generated as code; ours are looked up by name. */
const optionReader = { has: hasOption, get: getOption } as unknown as {
  has(desc: Optioned, extension: DescExtension): boolean;
  get(desc: Optioned, extension: DescExtension): Message;
};

/** Reads the custom options of descriptors; each comes back as plain JSON with the proto's own member names. */
export class Options {
  readonly #registry: Registry;
  readonly #rest: DescExtension;
  readonly #http: DescExtension;
  readonly #json: DescExtension;
  readonly #rules: DescExtension | undefined;
  readonly #resource: DescExtension | undefined;
  readonly #member: DescExtension | undefined;
  readonly #includes: DescExtension | undefined;
  readonly #events: DescExtension | undefined;
  readonly #handlers: DescExtension | undefined;
  readonly #workload: DescExtension | undefined;

  constructor(registry: Registry) {
    this.#registry = registry;
    this.#rest = required(registry, "platform.v1.rest");
    this.#http = required(registry, "google.api.http");
    this.#json = required(registry, "platform.v1.json");
    // Older protos, with which new ones are compared, have none.
    this.#resource = registry.getExtension("platform.v1.resource");
    this.#member = registry.getExtension("platform.v1.member");
    this.#includes = registry.getExtension("platform.v1.includes");
    this.#events = registry.getExtension("platform.v1.events");
    this.#handlers = registry.getExtension("platform.v1.handlers");
    this.#workload = registry.getExtension("platform.v1.workload");
    this.#rules = registry.getExtension("buf.validate.field");
  }

  rest(method: DescMethod): RestOption | undefined {
    return this.#read(method, this.#rest) as RestOption | undefined;
  }

  /** `(platform.v1.workload)` as written. */
  workload(service: DescService): string | undefined {
    if (this.#workload === undefined || !optionReader.has(service, this.#workload)) return undefined;
    return optionReader.get(service, this.#workload) as unknown as string;
  }

  http(method: DescMethod): HttpOption | undefined {
    return this.#read(method, this.#http) as HttpOption | undefined;
  }

  json(field: DescField): JsonOption {
    return (this.#read(field, this.#json) ?? {}) as JsonOption;
  }

  rules(field: DescField): FieldRules {
    return ((this.#rules && this.#read(field, this.#rules)) ?? {}) as FieldRules;
  }

  resource(message: DescMessage): ResourceOption | undefined {
    return (this.#resource && this.#read(message, this.#resource)) as ResourceOption | undefined;
  }

  member(field: DescField): MemberOption {
    return ((this.#member && this.#read(field, this.#member)) ?? {}) as MemberOption;
  }

  /** Full name of the message whose members this one has beside its own. */
  included(message: DescMessage): string | undefined {
    const option = this.#includes && this.#read(message, this.#includes);
    return (option as { message?: string } | undefined)?.message;
  }

  /** Event types whose object is the message. */
  events(message: DescMessage): EventsOption {
    return ((this.#events && this.#read(message, this.#events)) ?? {}) as EventsOption;
  }

  /** Folder and file of the handlers of a service, as far as it names them. */
  handlers(service: DescService): HandlersOption {
    return ((this.#handlers && this.#read(service, this.#handlers)) ?? {}) as HandlersOption;
  }

  #read(desc: Optioned, extension: DescExtension): JsonValue | undefined {
    if (!optionReader.has(desc, extension)) return undefined;
    const value = optionReader.get(desc, extension);
    if (extension.message === undefined) throw new Error(`${extension.typeName} is not a message option`);
    return toJson(extension.message, value, { registry: this.#registry, useProtoFieldName: true });
  }
}

function required(registry: Registry, name: string): DescExtension {
  const extension = registry.getExtension(name);
  if (!extension) throw new Error(`the protos define no option ${name}`);
  return extension;
}
