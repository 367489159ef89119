/** New definition of a table that keeps its rows. */
export interface TableRebuild {
  table: string
  /** Column definitions and table constraints, as between the parentheses of CREATE TABLE. */
  definition: string
  /** Columns to copy; others get their defaults. */
  columns: readonly string[]
  /** CREATE INDEX statements, because dropping the old table drops its indexes. */
  indexes: readonly string[]
}

/**
 * Returns SQL that replaces a table by a new one of the same name, SQLite's recommended procedure for changes that
 * ALTER TABLE cannot make. Rows of other tables that reference it stay: migrations run without foreign keys, which are
 * checked before the commit.
 */
export function rebuildTable({ table, definition, columns, indexes }: TableRebuild): string {
  const names = columns.join(', ')
  return [
    `CREATE TABLE rebuilt_${table} (${definition}) STRICT;`,
    `INSERT INTO rebuilt_${table} (${names}) SELECT ${names} FROM ${table};`,
    `DROP TABLE ${table};`,
    `ALTER TABLE rebuilt_${table} RENAME TO ${table};`,
    ...indexes.map((index) => `${index};`),
  ].join('\n')
}
