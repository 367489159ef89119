import { limits } from '@signalbox/contracts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBlobStore, type BlobPlace } from '@signalbox/artifact-store'
import {
  createConsumerRole,
  createInlineProcessor,
  createResymbolicationPass,
  createScriptLoader,
  type BatchProcessor,
  type ConsumerRole,
  type ResymbolicationPassOptions,
} from '@signalbox/consumer'
import { openControlPlane, type ControlPlane } from '@signalbox/control-plane'
import { createDeadLetterQueue, openEmbeddedLog, type EventLog } from '@signalbox/event-log'
import { createIngestRole } from '@signalbox/ingest'
import {
  createHttpServer,
  createMetrics,
  createRateLimits,
  createWarnings,
  readConfig,
  silentLog,
  systemClock,
  type Clock,
  type Metrics,
  type Warnings,
} from '@signalbox/service-kit'
import { createEventReviser, type TelemetryReader } from '@signalbox/telemetry-store'
import { openTestStore, type TestStore } from '../../packages/telemetry-store/test/support/open-test-store.js'
import { createApp } from '../../services/signalbox/src/app.js'
import { signalboxSettings } from '../../services/signalbox/src/config.js'
import { createLocalTelemetryQuery } from '../../services/signalbox/src/local-telemetry-query.js'
import { SwitchedWriter } from './faulty-parts.js'
import { envelopeUrl, eventEnvelope, readDsnTarget, type DsnTarget } from './post-envelope.js'
import { testPasswordCost } from './test-browser.js'

export interface InProcessOptions {
  /** Maximum size of the log in bytes. */
  logBytesMax?: number
  /** Replaces the log on disk; closed along with everything else. */
  eventLog?: EventLog
  /** Ingestion requests per minute for keys without their own limit. */
  ingestPerMinute?: number
  /** Port, also in announced addresses; any free one by default. */
  port?: number
  /** Public address, if there is a proxy in front. */
  publicUrl?: string
  /** Where uploaded files are stored; a separate directory by default. */
  artifactPlace?: BlobPlace
  /** Settings as an operator sets them. */
  env?: Readonly<Record<string, string>>
  /** Clock of ingest and queries. */
  clock?: Clock
  /** Clock of the control plane. */
  controlPlaneClock?: Clock
  /** Called with every statement of the control plane and the name of every store query. */
  onStatement?: (statement: string) => void
  /** Wraps the consumer's processor. */
  wrapProcessor?: (processor: BatchProcessor) => BatchProcessor
}

export interface Answer {
  status: number
  headers: Headers
  body: unknown
}

/**
 * All roles in the test's process, assembled as in an installation: HTTP server, ingest, a log on disk, the consumer,
 * the embedded store behind a switch, and a control plane with an organization.
 */
export interface InProcessSignalbox {
  url: string
  apiKey: string
  organizationId: string
  /** Directory of the control plane's database. */
  controlPlaneDirectory: string
  project: DsnTarget
  eventLog: EventLog
  writer: SwitchedWriter
  /** Calls the API with the API key, or another key; JSON in, JSON out. */
  call(method: string, path: string, body?: unknown, key?: string): Promise<Answer>
  /** Posts an envelope with one event using a project's DSN key; the initial project by default. */
  sendEvent(eventId: string, message: string, project?: DsnTarget): Promise<Answer>
  /** Stops the consumer at any point and starts another one on the same log. */
  restartConsumer(): Promise<void>
  /**
   * Runs pending resymbolication once.
   * @param wrap wraps the parts that replace events.
   */
  resymbolicate(wrap?: (parts: ResymbolicationParts) => ResymbolicationParts): Promise<void>
  /** Values of a table column, one per row of this organization. */
  readColumn(table: string, column: string): Promise<string[]>
  /** This organization's ledger: quantity by `kind outcome reason`. */
  readLedger(): Promise<Record<string, number>>
  close(): Promise<void>
}

type ResymbolicationParts = Pick<ResymbolicationPassOptions, 'resymbolications' | 'reviser'>

const apiKey = 'test-key-with-all-scopes-0001'

/** Starts everything on a free port. The store is shared by all tests of the process and emptied here. */
export async function startInProcess(options: InProcessOptions = {}): Promise<InProcessSignalbox> {
  const { onStatement } = options
  const store = watchReads(await openTestStore(), onStatement)
  // Batches are identified by their log position, and every test starts a new log.
  await store.truncate()
  const directory = await mkdtemp(join(tmpdir(), 'signalbox-integration-'))
  const eventLog =
    options.eventLog ??
    (await openEmbeddedLog({
      directory: join(directory, 'event-log'),
      ...(options.logBytesMax !== undefined && { diskBytesMax: options.logBytesMax }),
    }))
  const { artifactPlace = { directory: join(directory, 'artifacts') } } = options
  const writer = new SwitchedWriter(store.writer)
  const queryTelemetry = createLocalTelemetryQuery({
    controlPlane: () => ({ get: () => controlPlane }),
    analytics: { get: () => store },
  })
  const metrics = createMetrics()
  const warnings = createWarnings({ log: silentLog, metrics })
  const controlPlane: ControlPlane = openControlPlane({
    queryTelemetry,
    warnings,
    dataDirectory: join(directory, 'control-plane'),
    artifactPlace,
    publicUrl: publicUrlOf(options),
    passwordCost: testPasswordCost,
    deadLetters: createDeadLetterQueue(eventLog),
    ...(onStatement && { onStatement }),
    ...(options.controlPlaneClock && { clock: options.controlPlaneClock }),
  })
  const startConsumer = () => createStartedConsumer({ ...options, eventLog, writer, controlPlane, artifactPlace })
  let consumer = startConsumer()
  const { ingestPerMinute = 10_000_000, clock = systemClock, port = 0, env = {} } = options
  const parts = { controlPlane, eventLog, store, metrics, warnings }
  const front = await startFront({ ...parts, ingestPerMinute, clock, port, env })
  return {
    ...front,
    ...createReadings(store, front.organizationId),
    apiKey,
    controlPlaneDirectory: join(directory, 'control-plane'),
    eventLog,
    writer,
    resymbolicate: async (wrap = (parts) => parts) => {
      const { resymbolications, settings: projectSettings } = controlPlane
      const parts = wrap({ resymbolications, reviser: createEventReviser(store.client) })
      const scripts = createScripts({ controlPlane, artifactPlace })
      const resolvePage = createResymbolicationPass({ ...parts, projectSettings, scripts })
      while (await resolvePage(new AbortController().signal));
    },
    restartConsumer: async () => {
      await consumer.stop()
      consumer = startConsumer()
    },
    close: async () => {
      await front.close()
      writer.state = 'works'
      await consumer.stop()
      await eventLog.close()
      controlPlane.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function publicUrlOf({ publicUrl, port }: InProcessOptions): string {
  return publicUrl ?? (port === undefined ? 'http://signalbox.test' : `http://127.0.0.1:${port}`)
}

function watchReads(store: TestStore, onStatement: InProcessOptions['onStatement']): TestStore {
  if (onStatement === undefined) return store
  const { reader } = store
  const read: TelemetryReader['read'] = (request) => {
    onStatement(request.name)
    return reader.read(request)
  }
  return { ...store, reader: { ...reader, read } }
}

function createStartedConsumer({
  wrapProcessor = (processor) => processor,
  ...parts
}: InProcessOptions & {
  eventLog: EventLog
  writer: SwitchedWriter
  controlPlane: ControlPlane
  artifactPlace: BlobPlace
}): ConsumerRole {
  const role = createConsumerRole({
    projectSettings: parts.controlPlane.settings,
    sightings: parts.controlPlane.sightings,
    eventLog: parts.eventLog,
    writer: parts.writer,
    processor: wrapProcessor(
      createInlineProcessor({
        retentionDays: limits.retentionDays,
        scripts: createScripts(parts),
      }),
    ),
    log: silentLog,
    limits: { rowsMax: 1_000, bytesMax: 1_000_000, waitMs: 10 },
    backoff: { baseMs: 5, maxMs: 50 },
    stopWaitMs: 200,
  })
  role.start()
  return role
}

/** Not cached, so tests need not wait for uploads to become visible. */
function createScripts({ controlPlane, artifactPlace }: { controlPlane: ControlPlane; artifactPlace: BlobPlace }) {
  let now = 0
  return createScriptLoader({
    directory: controlPlane.sourceMaps,
    blobs: openBlobStore(artifactPlace),
    cacheBytesMax: 50_000_000,
    clock: () => (now += 3_600_000),
  })
}

interface FrontParts {
  controlPlane: ControlPlane
  eventLog: EventLog
  store: TestStore
  metrics: Metrics
  warnings: Warnings
  ingestPerMinute: number
  clock: Clock
  port: number
  env: Readonly<Record<string, string>>
}

/** Ingest, queries and HTTP. */
async function startFront({
  controlPlane,
  eventLog,
  store,
  metrics,
  warnings,
  ingestPerMinute,
  clock,
  port,
  env,
}: FrontParts) {
  const config = readConfig(signalboxSettings, env)
  const log = silentLog
  const rateLimits = createRateLimits({ queryPerMinute: 10_000_000, ingestPerMinute })
  const { organizationId, dsn } = controlPlane.bootstrap(apiKey)
  const ingest = createIngestRole(config, {
    eventLog,
    keys: controlPlane.keys,
    rateLimits,
    metrics,
    warnings,
    log,
    clock,
  })
  const app = createApp({ config, controlPlane, reader: store.reader, rateLimits, metrics, log, clock })
  const server = createHttpServer({ app, hotRoutes: [ingest.hotRoute], host: '127.0.0.1', port, log, metrics })
  await server.start()
  const project = readDsnTarget(dsn)
  const url = `http://127.0.0.1:${server.address().port}`
  return {
    url,
    organizationId,
    project,
    ...createCalls(url, project),
    close: async () => {
      await server.stop()
      await ingest.close()
    },
  }
}

async function send(url: string, request: RequestInit): Promise<Answer> {
  const res = await fetch(url, { ...request, signal: AbortSignal.timeout(60_000) })
  const text = await res.text()
  return { status: res.status, headers: res.headers, body: text === '' ? undefined : JSON.parse(text) }
}

function createCalls(url: string, ownProject: DsnTarget): Pick<InProcessSignalbox, 'call' | 'sendEvent'> {
  return {
    call: (method, path, body, key = apiKey) =>
      send(url + path, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    sendEvent: (eventId, message, project = ownProject) => {
      const event = { event_id: eventId, message, level: 'error', timestamp: Date.now() / 1_000 }
      return send(envelopeUrl(url, project), { method: 'POST', body: eventEnvelope(event) })
    },
  }
}

function createReadings(
  { reader }: TestStore,
  organization: string,
): Pick<InProcessSignalbox, 'readColumn' | 'readLedger'> {
  const parameters = { organization }
  return {
    readColumn: async (table, column) => {
      const sql = `SELECT toString(${column}) AS value FROM ${table} WHERE organization_id = {organization:String}`
      const rows = await reader.read<{ value: string }>({ name: 'testColumn', sql, parameters })
      return rows.map(({ value }) => value)
    },
    readLedger: async () => {
      const sql = `SELECT kind, outcome, reason, sum(quantity) AS items FROM outcomes
        WHERE organization_id = {organization:String} GROUP BY kind, outcome, reason`
      type Row = { kind: string; outcome: string; reason: string; items: number }
      const rows = await reader.read<Row>({ name: 'testLedger', sql, parameters })
      return Object.fromEntries(
        rows.map(({ kind, outcome, reason, items }) => [`${kind} ${outcome} ${reason}`.trim(), items]),
      )
    },
  }
}
