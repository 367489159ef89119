import type { Edit } from '../changes/edit.js'
import type { Finding } from './mechanism.js'

const tableOf = /\b(?:FROM|INTO|UPDATE|JOIN|TABLE)\s+(?:IF (?:NOT )?EXISTS\s+)?["'`]?([a-z_][\w.]*)/gi
const sqlWords = new Set([
  'select',
  'set',
  'where',
  'values',
  'only',
  'the',
  'a',
  'this',
  'if',
  'import',
  'typing',
  'react',
])

/** Tables that new code uses and that nothing in the change creates. */
export function findMissingTable(edit: Edit): Finding[] {
  const before = edit.before
  const makes = edit.added.map(({ code }) => code).join('\n')
  const line = edit.added.find(({ code }) => {
    if (!/\b(SELECT|INSERT|UPDATE|DELETE|JOIN)\b/.test(code)) return false
    return [...code.matchAll(tableOf)].some(([, table = '']) => isNew(table, before) && !isMade(table, makes))
  })
  if (!line) return []
  return [
    {
      mechanism: 'missing-table',
      sentence: 'uses a table without a migration that creates it',
      weight: 2.2,
      predicts: ['missing-object'],
      line: line.code,
    },
  ]
}

function isNew(table: string, before: string): boolean {
  return !sqlWords.has(table.toLowerCase()) && !new RegExp(`\\b${table}\\b`, 'i').test(before)
}

function isMade(table: string, added: string): boolean {
  return new RegExp(
    `CREATE (TABLE|VIEW|MATERIALIZED VIEW)[^;]*\\b${table}\\b|create_table\\(["':]*${table}|\\bWITH ${table}\\b`,
    'i',
  ).test(added)
}

interface SchemaStatement {
  name: string
  pattern: RegExp
  sentence: string
  weight: number
  predicts: Finding['predicts']
}

const statements: readonly SchemaStatement[] = [
  {
    name: 'index-dropped',
    pattern: /DROP INDEX|drop_index|remove_index|dropIndex|RemoveIndex/i,
    sentence: 'drops an index',
    weight: 3.2,
    predicts: ['db-load', 'cpu', 'lock', 'latency'],
  },
  {
    name: 'object-dropped',
    pattern:
      /DROP (TABLE|COLUMN|VIEW|CONSTRAINT|FUNCTION|TRIGGER)|drop_(table|column)|remove_column|RENAME (TO|COLUMN)|rename_(table|column)|dropColumn/i,
    sentence: 'drops or renames a database object that other code may use',
    weight: 2.8,
    predicts: ['missing-object', 'missing-name', 'data', 'decode'],
  },
  {
    name: 'table-locked',
    pattern:
      /LOCK TABLE|ALTER TABLE .*(ALTER COLUMN .*TYPE|SET NOT NULL|ADD CONSTRAINT|ADD COLUMN .*NOT NULL|VALIDATE)|VACUUM FULL|REINDEX(?! .*CONCURRENTLY)|CLUSTER\b|CREATE (UNIQUE )?INDEX (?!CONCURRENTLY)/i,
    sentence: 'locks a table while altering it',
    weight: 2.4,
    predicts: ['lock', 'db-load', 'latency', 'timeout', 'connections'],
  },
  {
    name: 'rule-added',
    pattern: /ADD CONSTRAINT|NOT NULL|CHECK \(|UNIQUE|FOREIGN KEY/i,
    sentence: 'adds a constraint that rejects rows accepted before',
    weight: 1.6,
    predicts: ['data', 'decode', 'errors'],
  },
  {
    name: 'rows-rewritten',
    pattern: /^(UPDATE|DELETE FROM)\b(?!.*\bWHERE\b.*\bid\b)|TRUNCATE/i,
    sentence: 'rewrites many rows at once',
    weight: 2,
    predicts: ['lock', 'db-load', 'replication', 'data', 'cpu', 'disk'],
  },
]

/** Schema changes that hurt the users of a table. */
export function findSchemaChange(edit: Edit): Finding[] {
  if (
    !edit.kinds.includes('migration') &&
    !edit.added.some(({ code }) => /\b(ALTER|DROP|CREATE) (TABLE|INDEX|UNIQUE|COLUMN)/i.test(code))
  )
    return []
  return statements.flatMap(({ name, pattern, sentence, weight, predicts }) => {
    const line = edit.added.find(({ code }) => pattern.test(code))
    return line ? [{ mechanism: name, sentence, weight, predicts, line: line.code }] : []
  })
}
