import { defaultProjectSettings, otlpMetaCodec, type OtlpMeta, type ProjectSettings } from '@signalbox/contracts'
import { expect } from 'chai'
import fc from 'fast-check'
import { processBatch } from '../../src/process-batch.js'
import type { SampledSeries } from '../../src/kinds/data-point/sampled-series.js'
import { SeriesMemory } from '../../src/kinds/data-point/series-memory.js'
import { settingsKey } from '../../src/project/batch-settings.js'
import { receivedAt, retentionDays } from '../support/records.js'
import { encodeRemoteWrite, type SentSeries } from './remote-write-bodies.js'

interface SentRequest {
  series: readonly SentSeries[]
  meta?: Partial<OtlpMeta>
}

/** The rows and dead letters of a batch. @param memory Of earlier batches. */
function processRequests(
  requests: readonly SentRequest[],
  seriesMemory: SeriesMemory<SampledSeries>,
  settings: ReadonlyMap<string, ProjectSettings> = new Map(),
) {
  const records = requests.map(({ series, meta }, offset) => ({
    offset,
    rows: series.length,
    headers: otlpMetaCodec.encode({
      organizationId: 'organization-1',
      receivedAt,
      encoding: 'identity',
      signal: 'remote_write',
      format: 'protobuf',
      ...meta,
    }),
    value: encodeRemoteWrite(series),
  }))
  const range = { topic: 'otlp', partition: 0, start: 0, end: records.length } as const
  return processBatch({ ...range, records, repeated: false, settings }, { retentionDays, seriesMemory })
}

const unremembered = () => new SeriesMemory<SampledSeries>(0)

const project = { id: 'project-1', number: 7, name: 'shop' }
const metas: Partial<OtlpMeta>[] = [
  {},
  { organizationId: 'organization-2' },
  { project },
  { project: { ...project, name: 'renamed' } },
  { project: { ...project, settingsVersion: 2 } },
  { receivedAt: receivedAt + 90_000 },
]
const settings: ReadonlyMap<string, ProjectSettings> = new Map([
  [
    settingsKey({ projectId: project.id, version: 2 }),
    { ...defaultProjectSettings, scrubbing: { ...defaultProjectSettings.scrubbing, enabled: false } },
  ],
])

const names = fc.constantFrom(
  'up',
  'orders_total',
  'container.memory.usage',
  'k8s.node.memory.working_set',
  'system.cpu.time',
  '',
)
const labelNames = fc.constantFrom('job', 'instance', 'code', 'password', 'k8s.pod.name', '__proto__', 'k\ud800', '')
const labelValues = fc.constantFrom(
  '',
  'shop',
  'a"\\\n\u0000',
  '4111 1111 1111 1111',
  'user@example.com',
  'x'.repeat(9_000),
)
const labels = fc
  .tuple(names, fc.array(fc.tuple(labelNames, labelValues), { maxLength: 4 }))
  .map(([name, pairs]): SentSeries['labels'] => [['__name__', name], ...pairs])
const samples = fc.array(
  fc.record({
    value: fc.constantFrom(0, -0, 1.5, 1e300, Number.NaN, Number.POSITIVE_INFINITY),
    timeMs: fc.constantFrom(0, receivedAt, receivedAt - 60_000, receivedAt - 400 * 86_400_000, receivedAt + 86_400_000),
  }),
  { maxLength: 3 },
)
const series: fc.Arbitrary<SentSeries> = fc.record({
  labels,
  samples,
  isHistogram: fc.constantFrom(false, false, true),
})
const requests: fc.Arbitrary<SentRequest[]> = fc.array(
  fc.record({ series: fc.array(series, { maxLength: 6 }), meta: fc.constantFrom(...metas) }),
  { maxLength: 5 },
)

describe('Prometheus samples of remembered series', () => {
  it('become the same rows as without a memory, whatever was sent before', async () => {
    const memory = new SeriesMemory<SampledSeries>()
    const small = new SeriesMemory<SampledSeries>(20_000)
    await fc.assert(
      fc.asyncProperty(requests, async (sent) => {
        const expected = await processRequests(sent, unremembered(), settings)
        expect(await processRequests(sent, memory, settings)).to.deep.equal(expected)
        expect(await processRequests(sent, small, settings)).to.deep.equal(expected)
      }),
      { numRuns: 300 },
    )
  })
})
