import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '@signalbox/contracts'
import type { HttpServer } from '@signalbox/service-kit'
import { createStoreClient, migrate } from '@signalbox/telemetry-store'
import { fillDataset, type DatasetSize } from './dataset.js'
import { askPath, questions, startQueryServer, timeMs } from './query-questions.js'
import { median, type Measurement } from './report.js'

/** Small enough for sixteen of them: 30 000 samples of four metrics, 50 000 spans, 10 000 errors. */
const day: DatasetSize = {
  chunks: 2,
  pods: 100,
  nodes: 10,
  samplesPerPod: 288,
  traces: 10_000,
  spansPerTrace: 5,
  events: 10_000,
  issues: 300,
  logs: 0,
  dataPoints: 0,
}
const daysKept = [1, 4, 16]
const requests = 15
const together = 30

/** Measures queries of the last day when more than one day is stored, and while another query is running. */
export async function measureGrowth(): Promise<Measurement[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'signalbox-bench-'))
  const client = await createStoreClient({ dataDirectory })
  await migrate(client)
  const endMs = Date.now()
  const server = startQueryServer(client)
  await server.start()
  const measured = new Map<number, number[]>()
  let filled = 0
  for (const days of daysKept) {
    for (; filled < days; filled += 1) await fillDataset(client, endMs - filled * dayMs, day)
    measured.set(days, await measureQuestions(server))
  }
  const [once = [], ...more] = daysKept.map((days) => measured.get(days) ?? [])
  const growth = questions.flatMap(([name], index) =>
    more.map((values, position): Measurement => {
      const days = daysKept[position + 1] ?? 0
      const value = values[index] ?? Number.NaN
      const baseline = once[index] ?? Number.NaN
      return { name: `${name}, last of ${days} stored days, against one`, value, baseline, unit: 'ms' }
    }),
  )
  const beside = await measureBeside(server)
  await server.stop()
  await client.close()
  await rm(dataDirectory, { recursive: true, force: true })
  return [...growth, beside]
}

/** The median of each query, alternating. */
async function measureQuestions(server: HttpServer): Promise<number[]> {
  const times = questions.map((): number[] => [])
  for (let request = 0; request <= requests; request += 1) {
    for (const [index, [, path]] of questions.entries()) {
      const taken = await timeMs(() => askPath(server, path))
      // The first one compiles and is not counted.
      if (request > 0) times[index]?.push(taken)
    }
  }
  return times.map(median)
}

/**
 * A short query while a long one keeps running, compared with running alone, alternating. Two cores at most double the
 * time.
 */
async function measureBeside(server: HttpServer): Promise<Measurement> {
  const short = () => timeMs(() => askPath(server, 'errors/?since=24h'))
  const long = () => askPath(server, 'stats/?since=30d')
  const alone: number[] = []
  const beside: number[] = []
  for (let request = 0; request < together; request += 1) {
    alone.push(await short())
    const running = long()
    beside.push(await short())
    await running
  }
  return {
    name: 'errors during statistics over 30 days, against alone',
    value: median(beside),
    baseline: median(alone),
    unit: 'ms',
  }
}
