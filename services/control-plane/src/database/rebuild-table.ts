/** A table as it is to be, with all of its rows. */
export interface TableRebuild {
  table: string
  /** Column definitions and table constraints, as they stand between the parentheses of CREATE TABLE. */
  definition: string
  /** Columns that are copied; others take their defaults. */
  columns: readonly string[]
  /** CREATE INDEX statements: dropping the former table drops its indexes. */
  indexes: readonly string[]
}

/**
 * SQL that replaces a table by one of the same name, as SQLite advises for changes that ALTER TABLE cannot make. Rows
 * of other tables that refer to it stay: migrations run without foreign keys, which are checked before they are kept.
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
