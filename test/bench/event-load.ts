import { envelopeMetaCodec, type EnvelopeMeta } from '@signalbox/contracts'
import { createRandom } from '../support/random.js'

const errors = 1_000

/**
 * Single-event envelopes like those of a server-side SDK: a stack of twenty frames with source lines, tags, a request
 * and contexts, about 4 KB. They belong to a thousand distinct errors, each with its own place and stack. Deterministic
 * by seed except for the time; different seeds give different events.
 */
export function createEnvelopes(count: number, seed = 11): Uint8Array[] {
  const random = createRandom(seed)
  const stacks = Array.from({ length: errors }, () => createFrames(random))
  return Array.from({ length: count }, () => {
    const eventId = random.hex(32)
    const error = random.integer(0, errors - 1)
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
      // Distinct errors: spike sampling would reduce the work.
      exception: { values: [{ type: `Error${error}`, value: 'failed', stacktrace: { frames: stacks[error] } }] },
    }
    return Buffer.from(`{"event_id":"${eventId}"}\n{"type":"event"}\n${JSON.stringify(event)}\n`)
  })
}

function createFrames(random: ReturnType<typeof createRandom>): object[] {
  return Array.from({ length: 20 }, (_, index) => ({
    function: `step${index}`,
    filename: `/srv/shop/src/step-${index}.js`,
    lineno: random.integer(1, 500),
    in_app: index > 8,
    context_line: `  return await step${index}(order, { retry: ${index} })`,
  }))
}

/** Headers of log records with such envelopes, as written by ingest. */
export function envelopeHeaders(encoding: EnvelopeMeta['encoding']): Record<string, string> {
  return envelopeMetaCodec.encode({
    organizationId: 'bench',
    project: { id: 'bench', number: 42, name: 'bench' },
    receivedAt: Date.now(),
    encoding,
    form: 'envelope',
    omitted: [],
  })
}
