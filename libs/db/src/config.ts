import { readConfig, secret, secretFile, text } from "@jst/config";

type Environment = Readonly<Record<string, string | undefined>>;

export function migrateConfig(environment: Environment = process.env) {
  return readConfig(environment, {
    /** Schema to migrate. */
    service: text("MIGRATE_SERVICE"),
    /** Folder of its migrations. */
    directory: text("MIGRATE_DIR"),
    /** Connection of `<service>_owner`. */
    connectionString: secret("MIGRATION_DATABASE_URL"),
  });
}

export function bootstrapConfig(environment: Environment = process.env) {
  return readConfig(environment, {
    /**
     * Connection of a superuser, or of an administrator (ADR 44), to the fleet's database, which need not exist yet.
     */
    connectionString: secret("SUPERUSER_DATABASE_URL"),
    /** JSON, role -> password. */
    passwords: secretFile("ROLE_PASSWORDS_FILE"),
  });
}
