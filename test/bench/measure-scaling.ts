import { gzipSync } from 'node:zlib'
import { startConsumerInstallation, type ConsumerGroup, type ConsumerInstallation } from './consumer-groups.js'
import { createEnvelopes, envelopeHeaders } from './event-load.js'
import { hasPrograms } from './needed-programs.js'
import { median, type Measurement } from './report.js'
import { countRows, createSpanLoad, insertStraight, toSpanRecords } from './span-load.js'

const rounds = 3
const envelopes = 4_000
/** Small enough for four partitions to have several batches each, all of them full. */
const envelopesPerBatch = 500

const sizes = [
  { partitions: 1, consumers: 1 },
  { partitions: 2, consumers: 1 },
  { partitions: 4, consumers: 1 },
  { partitions: 2, consumers: 2 },
  { partitions: 4, consumers: 4 },
]

/**
 * Measures storing from a full Kafka topic by consumers in their own processes: spans, compared with direct inserts of
 * the same rows into the same store; and events, with more partitions and consumers compared with one of each. Store,
 * broker and consumers share the machine.
 */
export async function measureScaling(): Promise<Measurement[]> {
  if (!(await hasPrograms('scaling', ['java', 'mvn']))) return []
  const installation = await startConsumerInstallation()
  try {
    return [await compareWithStraight(installation), ...(await compareSizes(installation))]
  } finally {
    await installation.dispose()
  }
}

async function compareWithStraight(installation: ConsumerInstallation): Promise<Measurement> {
  const group = await installation.startGroup({ partitions: 1, consumers: 1 })
  const ours: number[] = []
  const straight: number[] = []
  // The first rounds compile and are not counted.
  for (let round = 0; round <= rounds; round += 1) {
    // Spans that already exist would be dropped.
    straight.push(await insertStraight(installation.store, createSpanLoad(2 * round + 1)))
    const load = createSpanLoad(2 * round + 2)
    ours.push(countRows(load) / (await group.drain('spans', toSpanRecords(load))))
  }
  return {
    name: 'consumer on Kafka, span rows',
    value: median(ours.slice(1)),
    unit: 'rows/s',
    baseline: median(straight.slice(1)),
    aim: 'ratio 0.8',
  }
}

async function compareSizes(installation: ConsumerInstallation): Promise<Measurement[]> {
  const env = { SIGNALBOX_CONSUMER_BATCH_ROWS_MAX: String(envelopesPerBatch) }
  const groups: { size: (typeof sizes)[number]; group: ConsumerGroup; rates: number[] }[] = []
  for (const size of sizes) groups.push({ size, group: await installation.startGroup({ ...size, env }), rates: [] })
  for (let round = 0; round <= rounds; round += 1) {
    const headers = envelopeHeaders('gzip')
    for (const [index, { group, rates }] of groups.entries()) {
      // Events that already exist would be dropped.
      const bodies = createEnvelopes(envelopes, round * groups.length + index + 1).map((body) => gzipSync(body))
      const records = bodies.map((value) => ({ headers, value, rows: 1 }))
      rates.push(envelopes / (await group.drain('envelopes', records)))
    }
  }
  const results = groups.map(({ size, rates }) => ({ size, rate: median(rates.slice(1)) }))
  const baseline = results[0]?.rate ?? Number.NaN
  return results.map(({ size, rate }) => ({ name: describe(size), value: rate, unit: 'records/s', baseline }))
}

function describe({ partitions, consumers }: (typeof sizes)[number]): string {
  const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
  return `events from ${plural(partitions, 'partition')} by ${plural(consumers, 'consumer')}`
}
