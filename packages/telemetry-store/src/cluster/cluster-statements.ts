import { isKeyword, isSignificant, quoteName, quoteText, tokenize, type Token } from '../sql/tokenize.js'
import { localNameOf, onCluster } from './cluster-tables.js'

export interface ClusterNames {
  /** Cluster name, or a macro in braces. */
  cluster: string
  database: string
}

/** The statement cannot be translated for clusters. */
export class UnknownStatementError extends Error {
  override readonly name = 'UnknownStatementError'
}

/** The migration ledger: small, identical on all servers, and always read in full. */
const unsharded = new Set(['schema_migrations'])

/**
 * All rows of a batch share a log partition, so they end up on one server and are stored or lost together. Nothing else
 * needs to be colocated: sums are merged, and subqueries on other tables are sent to all servers.
 */
const shardingKey = 'log_partition'

/** How long a server remembers inserts; a batch is retried within that time. */
const deduplication = 'replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800'

/**
 * Translates a migration for a cluster: tables become replicated, and sharded ones get a Distributed table in front.
 * The statements are idempotent if the migration is.
 * @throws UnknownStatementError for statements other than CREATE TABLE … ENGINE = MergeTree and ALTER TABLE.
 */
export function toClusterStatements(sql: string, names: ClusterNames): string[] {
  const tokens = [...tokenize(sql)]
  const significant = tokens.filter(isSignificant)
  if (startsWith(significant, ['CREATE', 'TABLE', 'IF', 'NOT', 'EXISTS'])) return createTables({ sql, tokens }, names)
  if (startsWith(significant, ['ALTER', 'TABLE'])) return alterTables({ sql, tokens }, names)
  throw new UnknownStatementError('Neither CREATE TABLE IF NOT EXISTS nor ALTER TABLE')
}

interface Statement {
  sql: string
  tokens: readonly Token[]
}

const startsWith = (tokens: readonly Token[], keywords: readonly string[]): boolean =>
  keywords.every((keyword, index) => isKeyword(tokens[index], keyword))

function createTables(statement: Statement, names: ClusterNames): string[] {
  const table = tableToken(statement, 5)
  const isSharded = !unsharded.has(table.text)
  const local = isSharded ? localNameOf(table.text) : table.text
  const path = isSharded ? `/clickhouse/tables/{shard}` : `/clickhouse/tables`
  const replica = isSharded ? '{replica}' : '{shard}-{replica}'
  const arguments_ = [`${path}/${names.database}/${local}`, replica].map(quoteText).join(', ')
  const replicated = replaceTokens(statement, [
    [table, `${quoteName(names.database)}.${local}${onCluster(names.cluster)}`],
    [engineToken(statement), `ReplicatedMergeTree(${arguments_})`],
    [settingsToken(statement), `SETTINGS\n  ${deduplication},`],
  ])
  return isSharded ? [replicated, createDistributed(table.text, names)] : [replicated]
}

function createDistributed(table: string, { cluster, database }: ClusterNames): string {
  const local = localNameOf(table)
  const arguments_ = [...[cluster, database, local].map(quoteText), shardingKey].join(', ')
  return `CREATE TABLE IF NOT EXISTS ${quoteName(database)}.${table}${onCluster(cluster)} AS ${quoteName(database)}.${local}
ENGINE = Distributed(${arguments_})
COMMENT ${quoteText(`The rows of ${local} of all shards.`)}
`
}

// The Distributed table is altered last, so that nobody can query columns that servers do not have yet.
function alterTables(statement: Statement, { cluster, database }: ClusterNames): string[] {
  const table = tableToken(statement, 2)
  const alter = (name: string) => `${quoteName(database)}.${name}${onCluster(cluster)}`
  if (unsharded.has(table.text)) return [replaceTokens(statement, [[table, alter(table.text)]])]
  const local = replaceTokens(statement, [[table, alter(localNameOf(table.text))]])
  const columns = commandsOf(statement, table).filter(isAboutColumns).map(textOf)
  if (columns.length === 0) return [local]
  return [local, `ALTER TABLE ${alter(table.text)}\n${columns.map((text) => `  ${text.trim()}`).join(',\n')}\n`]
}

const textOf = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join('')

/** Other commands concern indexes, projections, expiry and settings, none of which a Distributed table has. */
const isAboutColumns = (command: readonly Token[]): boolean => isKeyword(command.filter(isSignificant)[1], 'COLUMN')

/** Splits an ALTER TABLE into its commands. */
function commandsOf({ tokens }: Statement, table: Token): Token[][] {
  const commands: Token[][] = [[]]
  for (const { token, depth } of withDepth(tokens)) {
    if (token.start <= table.start) continue
    if (depth === 0 && token.text === ',') commands.push([])
    else commands.at(-1)?.push(token)
  }
  return commands
}

function* withDepth(tokens: Iterable<Token>): Generator<{ token: Token; depth: number }> {
  let depth = 0
  for (const token of tokens) {
    if (token.text === ')') depth -= 1
    yield { token, depth }
    if (token.text === '(') depth += 1
  }
}

/** @param position Index of the table name among the significant tokens. */
function tableToken({ tokens }: Statement, position: number): Token {
  const token = tokens.filter(isSignificant)[position]
  if (token?.kind !== 'word') throw new UnknownStatementError('The table name is not a plain identifier')
  return token
}

function engineToken({ tokens }: Statement): Token {
  const outer = [...withDepth(tokens)].filter(({ token, depth }) => depth === 0 && isSignificant(token))
  const at = outer.findIndex(({ token }) => isKeyword(token, 'ENGINE'))
  const engine = outer[at + 2]?.token
  if (outer[at + 1]?.token.text !== '=' || engine?.text !== 'MergeTree') {
    throw new UnknownStatementError('The table engine is not MergeTree')
  }
  if (outer[at + 3]?.token.text === '(') throw new UnknownStatementError('The table engine has arguments')
  return engine
}

function settingsToken({ tokens }: Statement): Token {
  const found = [...withDepth(tokens)].find(({ token, depth }) => depth === 0 && isKeyword(token, 'SETTINGS'))
  if (!found) throw new UnknownStatementError('The table has no settings')
  return found.token
}

function replaceTokens({ tokens }: Statement, replacements: readonly (readonly [Token, string])[]): string {
  const byToken = new Map(replacements)
  return tokens.map((token) => byToken.get(token) ?? token.text).join('')
}
