import { openKafkaLog } from '@signalbox/event-log/kafka'
import { expect } from 'chai'
import { eventually } from '../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { startKafka, type KafkaCluster } from '../support/kafka/kafka-broker.js'
import { createCleanup } from '../support/cleanup.js'
import { newEventId } from '../support/telemetry.js'

const hourMs = 3_600_000
const sessionTimeoutMs = 2_000

describe('ingest and a consumer on Kafka after a clock jump', () => {
  const realNow = Date.now
  const cleanup = createCleanup()
  let kafka: KafkaCluster
  let signalbox: InProcessSignalbox
  let aheadMs: number

  before(async () => {
    kafka = cleanup.add(await startKafka(), (cluster) => cluster.remove())
  })
  beforeEach(async () => {
    aheadMs = 0
    // The Kafka client's clock, which cannot be injected.
    Date.now = () => realNow() + aheadMs
    const topics = { partitions: 2 }
    const prefix = `clock-${newEventId()}.`
    const eventLog = await openKafkaLog({ brokers: kafka.brokers, prefix, topics, sessionTimeoutMs })
    signalbox = await startInProcess({ eventLog })
  })
  afterEach(async () => {
    Date.now = realNow
    await signalbox.close()
  })
  after(() => cleanup.run())

  /** Sends events for a multiple of the group's session timeout. @returns their ids. */
  const sendForSessions = async (): Promise<string[]> => {
    const sent: string[] = []
    const until = performance.now() + 3 * sessionTimeoutMs
    while (performance.now() < until) {
      const id = newEventId()
      const { status } = await signalbox.sendEvent(id, 'an error')
      expect(status).to.equal(200)
      sent.push(id)
      await waitUntilStored(id)
    }
    return sent
  }
  const waitUntilStored = (id: string) =>
    eventually(async () => expect(await storedIds()).to.include(id), { withinMs: 30_000 })
  const storedIds = async () => {
    const ids = await signalbox.readColumn('events', 'event_id')
    return ids.map((id) => id.replaceAll('-', ''))
  }

  for (const [name, jumpMs] of [
    ['an hour back', -hourMs],
    ['two hours forward', 2 * hourMs],
  ] as const) {
    it(`${name}, and back again, continue immediately: every event is stored and counted once`, async () => {
      const before = await sendForSessions()
      aheadMs = jumpMs
      const jumped = await sendForSessions()
      aheadMs = 0
      const after = await sendForSessions()
      const sent = [...before, ...jumped, ...after]
      expect(await storedIds()).to.have.members(sent)
      // A batch's outcomes are stored after its events.
      await eventually(async () => {
        expect(await signalbox.readLedger()).to.deep.equal({ 'error stored': sent.length })
      })
    })
  }
})
