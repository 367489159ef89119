import type { TopicLag } from '@signalbox/event-log'
import {
  createMetrics,
  createVitals,
  noWarnings,
  silentLog,
  type Metrics,
  type Occurrence,
} from '@signalbox/service-kit'
import { expect } from 'chai'
import { eventually } from '../../../test/support/eventually.js'
import { watchLag } from '../src/lag-metrics.js'
import { createPipelineLag } from '../src/pipeline-lag.js'

const lagOf = (partition: number, records: number): TopicLag => ({
  topic: 'spans',
  partition,
  committed: 0,
  records,
  bytes: undefined,
})

describe('watchLag', () => {
  const vitals = createVitals(['consumer'])

  it('shows each partition separately, and continues after a failed query', async () => {
    const answers = [() => Promise.reject(new Error('away')), () => Promise.resolve([lagOf(0, 5), lagOf(1, 7)])]
    const metrics = createMetrics()
    const warnings: unknown[] = []
    const lag = () => (answers.length > 1 ? answers.shift() : answers[0])?.() ?? Promise.resolve([])
    const pipelineLag = createPipelineLag(metrics)
    const log = { ...silentLog, warn: (fields: unknown) => warnings.push(fields) }
    const stop = watchLag({ eventLog: { lag }, metrics, pipelineLag, warnings: noWarnings, vitals, log, pauseMs: 1 })
    await eventually(async () => {
      const text = await metrics.registry.metrics()
      expect(text).to.include('signalbox_consumer_lag_records{topic="spans",partition="0"} 5')
      expect(text).to.include('signalbox_consumer_lag_records{topic="spans",partition="1"} 7')
    })
    stop()
    expect(warnings).to.have.lengthOf(1)
  })

  it('queries the lag once at a time, and not after stop', async () => {
    let asked = 0
    let answer = (_lags: TopicLag[]) => {}
    const lag = () => {
      asked += 1
      return new Promise<TopicLag[]>((resolve) => (answer = resolve))
    }
    const stop = watchLag({
      eventLog: { lag },
      metrics: createMetrics(),
      pipelineLag: { waiting: () => 0 },
      warnings: noWarnings,
      vitals,
      log: silentLog,
      pauseMs: 1,
    })
    expect(asked, 'before the log can answer').to.equal(0)
    await eventually(() => expect(asked).to.equal(1))
    stop()
    answer([])
    await new Promise((resolve) => setImmediate(resolve))
    expect(asked).to.equal(1)
  })

  it('warns if items are stored minutes late', async () => {
    const noted: Occurrence[] = []
    const stop = watchLag({
      eventLog: { lag: () => Promise.resolve([lagOf(0, 5)]) },
      metrics: createMetrics(),
      pipelineLag: { waiting: (topic, records) => (topic === 'spans' ? records * 30_000 : 0) },
      warnings: { note: (occurrence) => noted.push(occurrence) },
      vitals,
      log: silentLog,
      pauseMs: 1,
    })
    await eventually(() => expect(noted).not.to.deep.equal([]))
    stop()
    expect(noted[0]).to.include({ kind: 'consumer_behind', subject: 'spans' })
    expect(vitals.read().topics).to.deep.include({ topic: 'spans', records: 5, lagMs: 150_000 })
    expect(vitals.read().logBytes, 'the log does not say').to.equal(null)
  })
})

describe('createPipelineLag', () => {
  const read = async (metrics: Metrics) =>
    Number(/^signalbox_pipeline_lag_seconds\{signal="spans"\} (\S+)$/m.exec(await metrics.registry.metrics())?.[1])

  it('is 0 from the start and whenever nothing waits, and grows while nothing is stored', async () => {
    const metrics = createMetrics()
    const lag = createPipelineLag(metrics)
    expect(await read(metrics)).to.equal(0)
    lag.stored('spans', 90_000, 1_000_000)
    expect(await read(metrics)).to.equal(90)
    expect(lag.waiting('spans', 3, 1_010_000)).to.equal(90_000)
    expect(lag.waiting('spans', 3, 1_200_000)).to.equal(200_000)
    expect(await read(metrics)).to.equal(200)
    expect(lag.waiting('spans', 0, 1_201_000)).to.equal(0)
    expect(await read(metrics)).to.equal(0)
    expect(lag.waiting('spans', 1, 2_000_000), 'a record that came now').to.equal(0)
  })
})
