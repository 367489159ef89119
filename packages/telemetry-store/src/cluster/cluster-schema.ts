import { readMigrations } from '../migrations.js'
import { toClusterStatements, type ClusterNames } from './cluster-statements.js'

/** All statements that the migrations of this repository become on a cluster, as one text for people to read. */
export async function renderClusterSchema(names: ClusterNames): Promise<string> {
  const migrations = await readMigrations()
  return migrations
    .map(({ name, sql }) => {
      const statements = toClusterStatements(sql, names).map((statement) => `${withoutComments(statement)};\n`)
      return [`-- ${name}\n`, ...statements].join('\n')
    })
    .join('\n')
}

/** They stand in the migrations. */
const withoutComments = (statement: string): string => statement.replace(/^(?:--[^\n]*\n)+/, '').trim()
