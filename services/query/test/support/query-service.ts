import { createId, type ApiScope, type FieldFault, type RouteContract, type Static } from '@signalbox/contracts'
import {
  createMetrics,
  createRateLimits,
  createShell,
  silentLog,
  type ApiCaller,
  type IssueDirectory,
} from '@signalbox/service-kit'
import type { ReadRequest } from '@signalbox/telemetry-store'
import type { RowsByTable, SpanRow, TableName } from '@signalbox/telemetry-store/rows'
import request from 'supertest'
import { createQueryRoutes, type CapacityDefaults } from '../../src/index.js'
import { nowMs, projectId, projectNumber } from './fixed-world.js'
import type { Seed } from './rows.js'
import { openSharedStore } from './shared-store.js'

/** A route's response: its body on success, its faults on rejection. */
export interface Answer<C extends RouteContract> {
  status: number
  body: Static<C['response']>
  faults: FieldFault[]
}

/** The query service as seen by its own organization, with a way to store telemetry for it. */
export interface QueryService {
  organizationId: string
  seed<Name extends TableName>(table: Name, rows: readonly Seed<RowsByTable[Name]>[]): Promise<void>
  /** Stores spans like the consumer: those without a parent in the root table too. */
  seedSpans(spans: readonly Seed<SpanRow>[]): Promise<void>
  /** Braces in the contract's path stand for `params`. */
  get<C extends RouteContract>(
    contract: C,
    query?: Record<string, string | number | string[]>,
    params?: Record<string, string>,
  ): Promise<Answer<C>>
  post<C extends RouteContract>(contract: C, body: object, params?: Record<string, string>): Promise<Answer<C>>
  /** The unparsed response: for files. */
  download(url: string): Promise<request.Response>
}

/** Each API key is its organization's id. */
function callerOf(organizationId: string): ApiCaller {
  const scopes = new Set<ApiScope>(['telemetry:read', 'projects:read'])
  return { keyId: organizationId, organizationId, scopes, queryLimitPerMinute: null, ingestLimitPerMinute: null }
}

function ownedBy<Row>(organizationId: string, row: Seed<Row>): Row {
  // The compiler cannot see that the two parts make up the row.
  return { ...row, organization_id: organizationId } as Row
}

function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

function readAnswer<C extends RouteContract>({ status, text }: request.Response): Answer<C> {
  const body = JSON.parse(text) as { errors?: FieldFault[] }
  return { status, body, faults: body.errors ?? [] } as Answer<C>
}

interface ServiceOptions {
  /** An organization of another service; a new one by default. */
  organizationId?: string
  capacityDefaults?: CapacityDefaults
  issues?: IssueDirectory
  /** Called with every query before it runs. */
  onRead?: (request: ReadRequest) => void
}

/** An organization in the store that all tests share. */
export async function openService(options: ServiceOptions = {}): Promise<QueryService> {
  const { onRead, organizationId = createId(), ...dependencies } = options
  const store = await openSharedStore()
  const project = { id: projectId, number: projectNumber, name: 'shop' }
  const routes = createQueryRoutes({
    reader: {
      read(request) {
        onRead?.(request)
        return store.reader.read(request)
      },
    },
    clock: () => nowMs,
    projects: {
      findProject: (_organizationId, idOrNumber) =>
        Promise.resolve([projectId, String(projectNumber)].includes(idOrNumber) ? project : undefined),
    },
    ...dependencies,
  })
  const app = createShell({
    routes,
    keys: {
      findApiKey: (secret) => Promise.resolve(callerOf(secret)),
      findDsnKey: () => Promise.resolve(undefined),
    },
    rateLimits: createRateLimits({ queryPerMinute: 10_000, ingestPerMinute: 1 }),
    metrics: createMetrics(),
    log: silentLog,
  })
  const key = `Bearer ${organizationId}`
  const seed: QueryService['seed'] = (table, rows) =>
    store.insert(
      table,
      rows.map((row) => ownedBy(organizationId, row)),
    )
  return {
    organizationId,
    seed,
    async seedSpans(spans) {
      await seed('spans', spans)
      const roots = spans.filter(({ parent_span_id: parent }) => parent === '')
      if (roots.length > 0) await seed('root_spans', roots)
    },
    async get<C extends RouteContract>(
      { path }: C,
      query: Record<string, string | number | string[]> = {},
      params: Record<string, string> = {},
    ) {
      return readAnswer<C>(await request(app).get(fillPath(path, params)).query(query).set('Authorization', key))
    },
    async post<C extends RouteContract>({ path }: C, body: object, params: Record<string, string> = {}) {
      return readAnswer<C>(await request(app).post(fillPath(path, params)).send(body).set('Authorization', key))
    },
    download: (url) => request(app).get(url).set('Authorization', key).responseType('blob'),
  }
}
