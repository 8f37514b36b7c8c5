/** Names that a column may not have (tables.names): those of services/data, to which a test of the fleet holds them. */
export const RESERVED_NAMES = [
  "constructor",
  "prototype",
  "id",
  "version",
  "created_at",
  "updated_at",
  "deleted_at",
];
