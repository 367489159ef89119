import { envelopeMetaCodec, type EnvelopeMeta } from '@signalbox/contracts'
import { processBatch } from '@signalbox/consumer'
import { parseEnvelope } from '@signalbox/envelope'
import { createRandom } from '../support/random.js'
import { median, type Measurement } from './report.js'

const rounds = 7
const bodies = 2_000
const decoder = new TextDecoder()

/**
 * Envelopes of one event, read a second in one thread: the frame alone against a bare split at line feeds with a
 * JSON.parse of the two headers; and the whole way to rows (frame, normalize, scrub, group, encode) against a JSON.parse
 * of the payload.
 */
export async function measureParser(): Promise<Measurement[]> {
  const envelopes = createEnvelopes()
  const frame = measureInTurn(() => {
    for (const body of envelopes) parseEnvelope(body)
  }, readBare(envelopes))
  const pipeline = await measurePipeline(envelopes)
  return [
    { name: 'envelope frame, 4 KB event', ...frame, unit: 'envelopes/s' },
    { name: 'envelope to rows, 4 KB event', ...pipeline, unit: 'envelopes/s' },
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

async function measurePipeline(envelopes: readonly Uint8Array[]): Promise<Compared> {
  const meta: EnvelopeMeta = {
    organizationId: 'bench',
    project: { id: 'bench', number: 42, name: 'bench' },
    receivedAt: Date.now(),
    encoding: 'identity',
    form: 'envelope',
    omitted: [],
  }
  const headers = envelopeMetaCodec.encode(meta)
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
    await processBatch(batch, { retentionDays: { spans: 30, metrics: 30, logs: 30 } })
    values.push(perSecond(performance.now() - startedAt))
  }
  return { value: median(values), baseline: median(baselines) }
}

/** Events as a server's SDK sends them: a stack of twenty frames with source, tags, a request and contexts. */
function createEnvelopes(): Uint8Array[] {
  const random = createRandom(11)
  return Array.from({ length: bodies }, () => {
    const eventId = random.hex(32)
    const frames = Array.from({ length: 20 }, (_, index) => ({
      function: `step${index}`,
      filename: `/srv/shop/src/step-${index}.js`,
      lineno: random.integer(1, 500),
      in_app: index > 8,
      context_line: `  return await step${index}(order, { retry: ${index} })`,
    }))
    const event = {
      event_id: eventId,
      timestamp: Date.now() / 1_000,
      platform: 'node',
      level: 'error',
      release: 'shop@1.2.3',
      environment: 'production',
      tags: { region: 'eu-west', tier: 'gold' },
      user: { id: random.hex(8), email: 'ada@example.com' },
      request: { url: 'https://shop.example/checkout?step=2', method: 'POST', headers: { 'user-agent': 'curl/8' } },
      contexts: { trace: { trace_id: random.hex(32), span_id: random.hex(16) }, runtime: { name: 'node' } },
      // Distinct errors: samples of a flood would be less work.
      exception: { values: [{ type: `Error${random.integer(1, 1_000)}`, value: 'failed', stacktrace: { frames } }] },
    }
    return Buffer.from(`{"event_id":"${eventId}"}\n{"type":"event"}\n${JSON.stringify(event)}\n`)
  })
}
