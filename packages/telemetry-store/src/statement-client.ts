import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { createClient } from '@clickhouse/client'
import type { Statement } from './engine-process/messages.js'

/** The client library's type, for modules that pass clients on. */
export type ClickHouseClient = ReturnType<typeof createClient>

type Connection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>
type Call = Parameters<Connection['exec']>[0]

/** What runs the statements of a client. */
export interface StatementRunner {
  run(statement: Statement, signal: AbortSignal): Promise<Uint8Array>
  close(): Promise<void>
}

/** Time limit of statements without their own: schema changes, deletions. */
const longestMs = 600_000

/** Creates a client that is not connected to a server. */
export function createStatementClient(runner: StatementRunner): ClickHouseClient {
  const run = async ({ query, query_params = {}, abort_signal, ...rest }: Call) => {
    const rows = (await rest.values?.toArray()) as Uint8Array[] | undefined
    // The engine rejects an INSERT without rows, which would be a no-op.
    if (rows?.every(({ length }) => length === 0) === true) return new Uint8Array()
    const parameters = textsOf(query_params)
    const settings = textsOf(rest.clickhouse_settings ?? {}, (name) => !httpOnlySettings.has(name))
    const statement = { sql: query, parameters, settings, ...(rows && { rows }) }
    return runner.run(statement, abort_signal ?? AbortSignal.timeout(longestMs))
  }
  const answer = (params: Call) => ({
    query_id: params.query_id ?? randomUUID(),
    response_headers: {},
    http_status_code: 200,
  })
  const connection: Connection = {
    ping: async () => {
      try {
        await run({ query: 'SELECT 1' })
        return { success: true }
      } catch (error) {
        return { success: false, error: error instanceof Error ? error : new Error(String(error)) }
      }
    },
    query: async (params) => ({ stream: readableOf(await run(params)), ...answer(params) }),
    exec: async (params) => ({ stream: readableOf(await run(params)), ...answer(params) }),
    command: async (params) => {
      await run(params)
      return answer(params)
    },
    insert: async ({ values, ...params }) => {
      await run({ ...params, values: typeof values === 'string' ? Readable.from([Buffer.from(values)]) : values })
      return answer(params)
    },
    close: () => runner.close(),
  }
  return createClient({ connection })
}

/** Settings that only concern the HTTP interface. */
const httpOnlySettings = new Set(['wait_end_of_query', 'enable_http_compression', 'send_progress_in_http_headers'])

function textsOf(values: object, isMeant: (name: string) => boolean = () => true): Record<string, string> {
  const entries = Object.entries(values).filter(([name, value]) => value !== undefined && isMeant(name))
  return Object.fromEntries(entries.map(([name, value]) => [name, formatParameter(value)]))
}

function readableOf(bytes: Uint8Array): Readable {
  const stream = Readable.from([Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)], { objectMode: false })
  // Closing a result unread destroys the stream with an error that has no other listener.
  return stream.on('error', () => undefined)
}

const escapes: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', "'": "\\'", '\\': '\\\\' }

const escaped = (text: string) => text.replace(/[\t\n\r'\\]/g, (sign) => escapes[sign] ?? sign)

/** Formats a value of `{name:Type}` as the string that ClickHouse clients would put into the URL. */
function formatParameter(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatElement).join(',')}]`
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'number' ? String(value) : escaped(String(value))
}

const formatElement = (value: unknown) => (typeof value === 'string' ? `'${escaped(value)}'` : formatParameter(value))
