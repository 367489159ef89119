import { limits } from '@signalbox/contracts'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBlobStore } from '@signalbox/artifact-store'
import {
  createScriptLoader,
  createWorkerProcessor,
  processBatch,
  type ScriptLoader,
  type SourceMapAccess,
} from '@signalbox/consumer'
import type { LogRecordInput } from '@signalbox/event-log'
import { systemClock } from '@signalbox/service-kit'
import { convertMap, FlatIndex, symbolicateStack, type StackFrame } from '@signalbox/source-maps'
import { createStoreClient, createTelemetryWriter, migrate } from '@signalbox/telemetry-store'
import { transform } from 'esbuild'
import { createRandom } from '../support/random.js'
import { envelopeHeaders } from './event-load.js'
import { readRecordedErrors, toEnvelopes } from './recorded-minified.js'
import { median, perSecond, type Measurement } from './report.js'
import { startConsumer } from './working-consumer.js'

const rounds = 7
const stackLength = 30
const stacks = 2_000
const events = 1_000
const recordedEvents = 3_000
const path = 'https://shop.example/static/app.js'
const mib = 1_048_576
const { retentionDays } = limits
const cacheBytesMax = limits.artifacts.cacheBytesMax

/**
 * Measures symbolication with a 14 MB map, the minified TypeScript compiler's: frames per second, first use from disk,
 * memory with many maps, and the consumer with and without.
 */
export async function measureSourceMaps(): Promise<Measurement[]> {
  const directory = await mkdtemp(join(tmpdir(), 'signalbox-bench-'))
  try {
    const bundle = await minifyCompiler()
    const index = convertMap(bundle.map, bundle.code)
    const places = createPlaces(bundle.code)
    return [
      { name: 'source map', value: Buffer.byteLength(bundle.map) / mib, unit: 'MiB' },
      measureWarm(new FlatIndex(index), places(stacks * stackLength)),
      await measureFirstUse(directory, index, places(rounds * stackLength)),
      await measureMemory(directory, index),
      await measureFresh(directory, { index, places }),
      ...(await measureRecorded(directory)),
    ]
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function minifyCompiler(): Promise<{ code: string; map: string }> {
  const source = await readFile(createRequire(import.meta.url).resolve('typescript'), 'utf8')
  return transform(source, { minify: true, sourcemap: 'external', sourcefile: 'typescript.js', sourcesContent: true })
}

interface Place {
  lineno: number
  colno: number
}

/** @returns a function that returns random places in the code, different each time but the same in each run. */
function createPlaces(code: string): (count: number) => Place[] {
  const random = createRandom(17)
  const lines = code.split('\n')
  const place = () => {
    const line = random.integer(0, lines.length - 1)
    return { lineno: line + 1, colno: random.integer(1, Math.max(1, lines[line]?.length ?? 1)) }
  }
  return (count) => Array.from({ length: count }, place)
}

function stackAt(places: readonly Place[], stack: number): StackFrame[] {
  return places.slice(stack * stackLength, (stack + 1) * stackLength).map((place) => ({
    ...place,
    function: 'q',
    module: '',
    filename: '/static/app.js',
    absPath: path,
    preContext: [],
    contextLine: '',
    postContext: [],
    inApp: true,
    platform: '',
  }))
}

const mapped = (index: FlatIndex) =>
  new Map([[path, { state: 'mapped', index, mapUrl: `${path}.map`, resolvedWith: 'debug-id' } as const]])

function measureWarm(index: FlatIndex, places: readonly Place[]): Measurement {
  const modules = mapped(index)
  const values = Array.from({ length: rounds }, () => {
    const startedAt = performance.now()
    for (let stack = 0; stack < stacks; stack += 1) {
      symbolicateStack(stackAt(places, stack), { platform: 'javascript', modules })
    }
    return perSecond(places.length, startedAt)
  })
  return { name: 'frames resolved, warm', value: median(values), unit: 'frames/s', aim: '20 000' }
}

async function measureFirstUse(directory: string, index: Buffer, places: readonly Place[]): Promise<Measurement> {
  const blobs = openBlobStore({ directory: join(directory, 'used') })
  const key = { area: 'indexes', name: 'f'.repeat(64) } as const
  await blobs.put(key, index)
  const values: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now()
    const file = await blobs.read(key)
    if (file === undefined) throw new Error('the index is not where it was put')
    const modules = mapped(new FlatIndex(file))
    symbolicateStack(stackAt(places, round), { platform: 'javascript', modules })
    values.push(performance.now() - startedAt)
  }
  return { name: 'first stack with a map, loaded from disk', value: median(values), unit: 'ms', aim: '100 ms' }
}

const mapsRead = 24
const mapsKept = 4

/** Loads many maps through a cache with room for a few. */
async function measureMemory(directory: string, index: Buffer): Promise<Measurement> {
  const cacheBytesMax = mapsKept * index.length
  const { scripts } = await createLoader(directory, { index, maps: mapsRead, cacheBytesMax })
  const before = heldBytes()
  for (let map = 0; map < mapsRead; map += 1) await scripts.load(requestOf(`${path}?${map}`))
  const held = (heldBytes() - before) / mib
  return {
    name: `cache memory after ${mapsRead} maps, against its limit`,
    value: held,
    unit: 'MiB',
    baseline: cacheBytesMax / mib,
    aim: 'ratio 1.1',
  }
}

function heldBytes(): number {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const requestOf = (script: string) => ({
  projectId: 'bench',
  release: '',
  dist: '',
  scripts: [{ path: script, debugId: null }],
})

interface LoaderParts {
  index: Buffer
  maps: number
  cacheBytesMax: number
}

/** Paths differ in the number after the question mark; the content is always the same. */
async function createLoader(directory: string, parts: LoaderParts) {
  const { index, maps, cacheBytesMax } = parts
  const place = { directory: join(directory, 'artifacts') }
  const blobs = openBlobStore(place)
  const nameOf = (map: string) => map.padStart(64, '0')
  for (let map = 0; map < maps; map += 1) await blobs.put({ area: 'indexes', name: nameOf(String(map)) }, index)
  const resolveScript = (script: string) => ({
    state: 'mapped' as const,
    index: nameOf(script.split('?')[1] ?? '0'),
    mapUrl: `${path}.map`,
    resolvedWith: 'debug-id' as const,
    detail: null,
  })
  const known = {
    resolveScripts: ({ scripts }: { scripts: readonly { path: string }[] }) =>
      Promise.resolve(scripts.map((script) => resolveScript(script.path))),
  }
  return { known, place, scripts: createScriptLoader({ directory: known, blobs, cacheBytesMax, clock: systemClock }) }
}

/** Envelopes to rows in one thread: with and without source maps, alternating. */
async function measureProcessing(
  name: string,
  scripts: ScriptLoader,
  nextRecords: () => LogRecordInput[],
): Promise<Measurement> {
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await processRecords(nextRecords(), undefined))
    ours.push(await processRecords(nextRecords(), scripts))
  }
  return { name, value: median(ours), unit: 'events/s of processor', baseline: median(bare), aim: 'ratio 0.7' }
}

/** By CPU time, which is less affected by other work than wall-clock time. */
async function processRecords(sent: readonly LogRecordInput[], scripts: ScriptLoader | undefined): Promise<number> {
  const records = sent.map((record, offset) => ({ ...record, offset }))
  const batch = { topic: 'envelopes', partition: 0, start: 0, end: sent.length, records, repeated: false } as const
  const before = process.cpuUsage()
  await processBatch(batch, { retentionDays, scripts })
  const { user, system } = process.cpuUsage(before)
  return (sent.length / (user + system)) * 1_000_000
}

async function measureFresh(
  directory: string,
  { index, places }: { index: Buffer; places: (count: number) => Place[] },
): Promise<Measurement> {
  const { scripts } = await createLoader(directory, { index, maps: 1, cacheBytesMax })
  const name = `envelope to rows, ${stackLength} minified frames, all distinct`
  return measureProcessing(name, scripts, () => createRecords(places(events * stackLength)))
}

/** Recorded Node and browser errors: to rows, and from log records to stored rows. */
async function measureRecorded(directory: string): Promise<Measurement[]> {
  const place = { directory: join(directory, 'recorded') }
  const blobs = openBlobStore(place)
  const recorded = await readRecordedErrors(blobs)
  const scripts = createScriptLoader({ directory: recorded.known, blobs, cacheBytesMax, clock: systemClock })
  let firstId = 1
  const nextRecords = (count: number) => {
    const records = toEnvelopes(recorded, { count, firstId })
    firstId += count
    return records
  }
  return [
    await measureProcessing('envelope to rows, recorded errors of minified code', scripts, () => nextRecords(events)),
    await measureStoring(directory, { known: recorded.known, place, cacheBytesMax }, nextRecords),
  ]
}

/** With and without source maps, alternating. */
async function measureStoring(
  directory: string,
  sourceMaps: SourceMapAccess,
  nextRecords: (count: number) => LogRecordInput[],
): Promise<Measurement> {
  const client = await createStoreClient({ dataDirectory: join(directory, 'store') })
  await migrate(client)
  const start = (used?: SourceMapAccess) =>
    startConsumer({
      writer: createTelemetryWriter(client),
      processor: createWorkerProcessor({ retentionDays, sourceMaps: used }),
      topic: 'envelopes',
    })
  const plain = start()
  const resolving = start(sourceMaps)
  const consume = async ({ consume: consumeAll }: ReturnType<typeof start>): Promise<number> =>
    (recordedEvents / (await consumeAll(nextRecords(recordedEvents)))) * 1_000
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await consume(plain))
    ours.push(await consume(resolving))
  }
  await Promise.all([plain.stop(), resolving.stop()])
  await client.close()
  const name = 'recorded errors of minified code, stored'
  return { name, value: median(ours), unit: 'events/s', baseline: median(bare), aim: 'ratio 0.7' }
}

function createRecords(places: readonly Place[]): LogRecordInput[] {
  const headers = envelopeHeaders('identity')
  return Array.from({ length: events }, (_, at) => {
    const value = createEnvelope(places.slice(at * stackLength, (at + 1) * stackLength), at)
    return { headers, value, rows: 1 }
  })
}

function createEnvelope(places: readonly Place[], number: number): Uint8Array {
  const event_id = number.toString(16).padStart(32, '0')
  const frames = places.map((place) => ({ ...place, function: 'q', filename: path, in_app: true }))
  // Distinct errors: spike sampling would reduce the work.
  const exception = { values: [{ type: `Error${number}`, value: 'failed', stacktrace: { frames } }] }
  const event = { event_id, timestamp: Date.now() / 1_000, platform: 'javascript', release: 'shop@1.2.3', exception }
  return Buffer.from(`{"event_id":"${event_id}"}\n{"type":"event"}\n${JSON.stringify(event)}\n`)
}
