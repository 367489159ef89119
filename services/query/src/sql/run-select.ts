import { isUuid, limits, ServiceError, type querySql, type SqlResponse } from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import { StoreError, tables } from '@signalbox/telemetry-store'
import type { QueryContext } from '../reading/query-context.js'
import { resolveScope } from '../selection/telemetry-scope.js'
import { resolveTimeWindow } from '../selection/time-window.js'
import { findTokenFault } from './check-tokens.js'
import { findTreeFault } from './check-tree.js'
import { readSyntaxTree } from './syntax-tree.js'
import { storedRowFilters, visibleTables } from './visible-tables.js'

type Body = Parameters<RouteHandler<typeof querySql>>[0]['body']

/**
 * Runs one SELECT of the caller. Four barriers protect data of others, each sufficient by itself:
 * 1. its tokens: a small language, with pure functions only (`check-tokens.ts`),
 * 2. its syntax tree, as the engine parses it: the tables it names (`check-tree.ts`),
 * 3. its tables: subqueries that contain only the caller's rows, under names that no stored table has
 * (`visible-tables.ts`),
 * 4. a filter on every stored table, which the engine applies to every read.
 * @throws ServiceError `invalid-body` with the fault in the statement.
 */
export async function runSelect(context: QueryContext, caller: ApiCaller, body: Body): Promise<SqlResponse> {
  const window = resolveTimeWindow({ ...body, since: '1h' }, context.clock())
  const scope = await resolveScope(context.projects, caller, { projectId: undefined, window })
  if (!isUuid(scope.organizationId)) throw new ServiceError('internal')
  refuse(findTokenFault(body.sql))
  await checkTree(context, body.sql)
  const visible = visibleTables(scope)
  const rows = await explainRefusals(() =>
    context.store.read<Record<string, unknown>>({
      name: 'select',
      sql: `${visible.sql}\nSELECT * FROM (\n${body.sql}\n) LIMIT ${limits.query.sqlRowsMax + 1}`,
      parameters: visible.parameters,
      settings: {
        ...cost,
        query_plan_remove_redundant_sorting: 0,
        additional_table_filters: storedRowFilters(scope.organizationId, Object.keys(tables)),
      },
    }),
  )
  return { rows: rows.slice(0, limits.query.sqlRowsMax), has_more: rows.length > limits.query.sqlRowsMax }
}

const cost = {
  max_execution_time: limits.query.sqlTimeoutMs / 1_000,
  max_memory_usage: limits.query.sqlMemoryBytesMax,
  max_rows_to_read: limits.query.sqlRowsReadMax,
  max_bytes_to_read: limits.query.sqlBytesReadMax,
  max_result_bytes: limits.query.sqlAnswerBytesMax,
  max_subquery_depth: 20,
  max_threads: limits.query.sqlThreadsMax,
}

async function checkTree({ store }: QueryContext, sql: string): Promise<void> {
  const lines = await explainRefusals(() =>
    store.read<{ explain: string }>({ name: 'explainSelect', sql: `SELECT explain FROM (EXPLAIN AST\n${sql}\n)` }),
  )
  const tree = readSyntaxTree(lines.map(({ explain }) => explain))
  refuse(tree === undefined ? 'cannot be parsed' : findTreeFault(tree))
}

function refuse(fault: string | undefined): void {
  if (fault === undefined) return
  throw new ServiceError('invalid-body', {
    detail: `The statement ${fault}`,
    faults: [{ in: 'body', name: '/sql', detail: fault }],
  })
}

const memoryExceeded = 241
const reasonLengthMax = 300

/** Errors that the engine finds in the statement are the caller's to fix. */
async function explainRefusals<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    const { cause } = error instanceof ServiceError ? error : { cause: undefined }
    const isTheirs =
      cause instanceof StoreError && (cause.reason === 'refused' || cause.clickhouseCode === memoryExceeded)
    if (isTheirs) refuse(`was rejected: ${firstSentence(cause.message)}`)
    throw error
  }
}

/** The rest of the engine's message reveals the rewritten statement and internals of the engine. */
function firstSentence(message: string): string {
  const [first = ''] = message.split(
    /\n|: (?:In scope|While|while processing|\(at row)| In scope |\. (?=[A-Z])|Stack trace/,
  )
  return first.replace(/\s+/g, ' ').slice(0, reasonLengthMax)
}
