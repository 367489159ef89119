import type { TopicLag } from '@signalbox/event-log'
import { createMetrics, silentLog } from '@signalbox/service-kit'
import { expect } from 'chai'
import { eventually } from '../../../test/support/eventually.js'
import { watchLag } from '../src/lag-metrics.js'

const lagOf = (partition: number, records: number): TopicLag => ({
  topic: 'spans',
  partition,
  committed: 0,
  records,
  bytes: undefined,
})

describe('watchLag', () => {
  it('shows every partition by itself, and goes on after a log that did not answer', async () => {
    const answers = [() => Promise.reject(new Error('away')), () => Promise.resolve([lagOf(0, 5), lagOf(1, 7)])]
    const metrics = createMetrics()
    const warnings: unknown[] = []
    const lag = () => (answers.length > 1 ? answers.shift() : answers[0])?.() ?? Promise.resolve([])
    const stop = watchLag(
      { eventLog: { lag }, metrics, log: { ...silentLog, warn: (fields: unknown) => warnings.push(fields) } },
      1,
    )
    await eventually(async () => {
      const text = await metrics.registry.metrics()
      expect(text).to.include('signalbox_consumer_lag_records{topic="spans",partition="0"} 5')
      expect(text).to.include('signalbox_consumer_lag_records{topic="spans",partition="1"} 7')
    })
    stop()
    expect(warnings).to.have.lengthOf(1)
  })

  it('asks for the lag once at a time, and not again when it is stopped', async () => {
    let asked = 0
    let answer = (_lags: TopicLag[]) => {}
    const lag = () => {
      asked += 1
      return new Promise<TopicLag[]>((resolve) => (answer = resolve))
    }
    const stop = watchLag({ eventLog: { lag }, metrics: createMetrics(), log: silentLog }, 1)
    expect(asked, 'before the log can answer').to.equal(0)
    await eventually(() => expect(asked).to.equal(1))
    stop()
    answer([])
    await new Promise((resolve) => setImmediate(resolve))
    expect(asked).to.equal(1)
  })
})
