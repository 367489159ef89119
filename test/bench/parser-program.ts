import { createDirectoryStore } from '@signalbox/artifact-store'
import { limits } from '@signalbox/contracts'
import { createScriptLoader, processBatch, type ScriptLoader } from '@signalbox/consumer'
import { parseEnvelope } from '@signalbox/envelope'
import { systemClock, type ResolvedScript } from '@signalbox/service-kit'
import { createEnvelopes, envelopeHeaders } from './event-load.js'
import { median, type Measurement } from './report.js'

// The subject of the parser benchmark, in its own process. Sends the measurements to its parent.

const rounds = 7
const bodies = 2_000
const decoder = new TextDecoder()

async function measure(): Promise<Measurement[]> {
  const envelopes = createEnvelopes(bodies)
  const frame = measureInTurn(() => {
    for (const body of envelopes) parseEnvelope(body)
  }, readBare(envelopes))
  const pipeline = await measurePipeline(envelopes)
  const asking = await measurePipeline(envelopes, createLoaderWithoutMaps())
  return [
    { name: 'envelope frame, 4 KB event', ...frame, unit: 'envelopes/s' },
    { name: 'envelope to rows, 4 KB event', ...pipeline, unit: 'envelopes/s' },
    { name: 'envelope to rows, no source map uploaded', ...asking, unit: 'envelopes/s' },
  ]
}

interface Compared {
  value: number
  baseline: number
}

const perSecond = (milliseconds: number) => bodies / (milliseconds / 1_000)

function timed(work: () => void): number {
  const startedAt = performance.now()
  work()
  return perSecond(performance.now() - startedAt)
}

function measureInTurn(ours: () => void, bare: () => void): Compared {
  const times = Array.from({ length: rounds }, () => ({ bare: timed(bare), ours: timed(ours) }))
  return { value: median(times.map((time) => time.ours)), baseline: median(times.map((time) => time.bare)) }
}

function readBare(envelopes: readonly Uint8Array[]): () => void {
  return () => {
    for (const body of envelopes) {
      const [header = '', itemHeader = ''] = decoder.decode(body).split('\n')
      JSON.parse(header)
      JSON.parse(itemHeader)
    }
  }
}

/** Like an installation's before any source map is uploaded: asked for each script, then remembered for seconds. */
function createLoaderWithoutMaps(): ScriptLoader {
  const missing: ResolvedScript = {
    state: 'missing_source',
    index: null,
    mapUrl: null,
    resolvedWith: 'release',
    detail: null,
  }
  return createScriptLoader({
    directory: { resolveScripts: ({ scripts }) => Promise.resolve(scripts.map(() => missing)) },
    blobs: createDirectoryStore('never-read'),
    cacheBytesMax: limits.artifacts.cacheBytesMax,
    clock: systemClock,
  })
}

async function measurePipeline(envelopes: readonly Uint8Array[], scripts?: ScriptLoader): Promise<Compared> {
  const headers = envelopeHeaders('identity')
  const records = envelopes.map((value, offset) => ({ offset, rows: 1, headers, value }))
  const batch = { topic: 'envelopes', partition: 0, start: 0, end: bodies, records, repeated: false } as const
  const values: number[] = []
  const baselines: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    baselines.push(
      timed(() => {
        for (const body of envelopes) JSON.parse(decoder.decode(body).split('\n')[2] ?? '')
      }),
    )
    const startedAt = performance.now()
    await processBatch(batch, { retentionDays: limits.retentionDays, scripts })
    values.push(perSecond(performance.now() - startedAt))
  }
  return { value: median(values), baseline: median(baselines) }
}

process.send?.(await measure())
process.disconnect()
