import type { EventLog } from '@signalbox/event-log'
import { openKafkaLog } from '@signalbox/event-log/kafka'
import { expect } from 'chai'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { byTime, openReader, record, takeBatch, textsOf } from '../../packages/event-log/test/contract-records.js'
import { startKafka, type KafkaCluster } from '../support/kafka/kafka-broker.js'
import { bundleProgram } from '../support/bundle-program.js'
import { createCleanup } from '../support/cleanup.js'

interface Planned {
  partition: number
  start: number
  end: number
  texts: string[]
}

describe('a killed consumer on Kafka', () => {
  const cleanup = createCleanup()
  let kafka: KafkaCluster
  const opened: EventLog[] = []
  const open = async (prefix: string) => {
    const options = { brokers: kafka.brokers, prefix, topics: { partitions: 1 }, sessionTimeoutMs: 2_000 }
    const log = await openKafkaLog(options)
    opened.push(log)
    return log
  }

  before(async () => {
    kafka = cleanup.add(await startKafka(), (cluster) => cluster.remove())
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((log) => log.close()))
  })
  after(() => cleanup.run())

  it('leaves its plan in the middle of a batch: the next one gets exactly the same range, then continues', async () => {
    const log = await open('killed.')
    await log.append(
      'envelopes',
      ['a', 'b', 'c', 'd', 'e'].map((text) => record(text)),
    )
    const planned = await planAndKill('killed.')
    // With other limits and more records: the plan decides.
    await log.append(
      'envelopes',
      ['f', 'g'].map((text) => record(text)),
    )
    const reader = await openReader(log, { ...byTime, rowsMax: 2 })
    const again = await takeBatch(reader)
    expect(again.repeated).to.equal(true)
    const { partition, start, end } = again
    expect({ partition, start, end, texts: textsOf(again) }).to.deep.equal(planned)
    await reader.plan(again)
    await reader.commit(again)
    const next = await takeBatch(reader)
    expect(next.repeated).to.equal(false)
    expect(next.start).to.equal(planned.end)
  })

  it('leaves the same range each time, until it is committed', async () => {
    const log = await open('again.')
    await log.append(
      'envelopes',
      ['a', 'b', 'c', 'd'].map((text) => record(text)),
    )
    const plans = [await planAndKill('again.'), await planAndKill('again.')]
    expect(plans[1]).to.deep.equal(plans[0])
    const again = await takeBatch(await openReader(log))
    expect(textsOf(again)).to.deep.equal(plans[0]?.texts)
  })

  async function planAndKill(prefix: string): Promise<Planned> {
    const program = await bundleProgram(join(import.meta.dirname, 'support', 'read-until-killed.ts'))
    const child = spawn(process.execPath, [program, kafka.brokers[0] ?? '', prefix], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.endsWith('\n')) child.kill('SIGKILL')
    })
    await once(child, 'exit')
    return JSON.parse(said) as Planned
  }
})
