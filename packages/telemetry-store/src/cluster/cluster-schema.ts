import { readMigrations } from '../migrations.js'
import { toClusterStatements, type ClusterNames } from './cluster-statements.js'

/** Renders the cluster statements of all migrations in this repository as one text, for people to read. */
export async function renderClusterSchema(names: ClusterNames): Promise<string> {
  const migrations = await readMigrations()
  return migrations
    .map(({ name, sql }) => {
      const statements = toClusterStatements(sql, names).map((statement) => `${withoutComments(statement)};\n`)
      return [`-- ${name}\n`, ...statements].join('\n')
    })
    .join('\n')
}

/** The comments are in the migrations. */
const withoutComments = (statement: string): string => statement.replace(/^(?:--[^\n]*\n)+/, '').trim()
