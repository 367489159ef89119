import { envelopeMetaCodec, type EnvelopeMeta } from '@signalbox/contracts'
import { createRandom } from '../support/random.js'

/**
 * Envelopes of one event as a server's SDK sends them: a stack of twenty frames with source, tags, a request and
 * contexts, about 4 KB of a thousand distinct errors. The same for the same seed, but for the
 * time; events of other seeds are others.
 */
export function createEnvelopes(count: number, seed = 11): Uint8Array[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => {
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

/** Headers of the records that hold such envelopes, as ingest writes them. */
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
