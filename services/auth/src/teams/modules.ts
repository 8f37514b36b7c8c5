/** Every module key with its default (operation.modules). A team stores only what differs. */
export const moduleDefaults = {
  contacts: true,
  tables: true,
  forms: true,
  files: true,
  artifacts: true,
  articles: true,
  bases: true,
  workflows: true,
  scheduling: true,
  commerce: true,
  comms: true,
  context: true,
  project_tasks: true,
  comments: true,
  webhooks: true,
  mcp_actions: true,
  review: false,
  wellness: false,
  emr: false,
  "emr.labs": false,
  "extension.tools": false,
  mcp_export: false,
  agent_connect: false,
} as const satisfies Record<string, boolean>;

/** A key (operation.modules). */
export type ModuleKey = keyof typeof moduleDefaults;

/** True for a key (operation.modules). */
export function isModuleKey(key: string): key is ModuleKey {
  return Object.hasOwn(moduleDefaults, key);
}

/** Returns the setting under which a module is stored. */
export function moduleSetting(key: ModuleKey): string {
  return `modules.${key}.enabled`;
}

/** Returns every module key with its value for a team that stored these settings. */
export function modulesOf(settings: Readonly<Record<string, unknown>>): Record<ModuleKey, boolean> {
  const modules: Record<ModuleKey, boolean> = { ...moduleDefaults };
  for (const key of Object.keys(modules) as ModuleKey[]) {
    const stored = settings[moduleSetting(key)];
    if (typeof stored === "boolean") modules[key] = stored;
  }
  return modules;
}
