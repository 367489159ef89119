import type { EventLog } from '@signalbox/event-log'
import { openKafkaLog } from '@signalbox/event-log/kafka'
import { expect } from 'chai'
import { randomBytes } from 'node:crypto'
import { auth, startIngest, type IngestServer } from '../../services/ingest/test/ingest-server.js'
import { eventually } from '../support/eventually.js'
import { startKafka, type KafkaCluster } from '../support/kafka/kafka-broker.js'
import { createCleanup } from '../support/cleanup.js'
import { readTopic } from './support/read-topic.js'

interface Answer {
  id: string
  status: number
  retryAfter: string | null
}

/** Limit of pending append bytes; fits the given number of envelopes with slightly more than twice this padding. */
const pendingBytesMax = 100_000
const paddingBytes = 10_000
const waitingMax = 4

describe('ingest on Kafka', () => {
  const cleanup = createCleanup()
  let kafka: KafkaCluster
  let log: EventLog
  let ingest: IngestServer

  before(async () => {
    kafka = cleanup.add(await startKafka(), (cluster) => cluster.remove())
    const address = kafka.networks[0]?.address ?? ''
    const options = { brokers: [address], topics: { partitions: 2 }, pendingBytesMax }
    log = cleanup.add(await openKafkaLog(options), (own) => own.close())
    ingest = cleanup.add(await startIngest({ log }), (own) => own.close())
  })
  afterEach(() => {
    kafka.networks[0]?.heal()
  })
  after(() => cleanup.run())

  /** Random, so that compression does not shrink it. */
  const send = async (): Promise<Answer> => {
    const id = randomBytes(16).toString('hex')
    const event = { event_id: id, message: randomBytes(paddingBytes).toString('hex') }
    const res = await fetch(`${ingest.url}/api/42/envelope/?${auth}`, {
      method: 'POST',
      body: `{"event_id":"${id}"}\n{"type":"event"}\n${JSON.stringify(event)}`,
      signal: AbortSignal.timeout(60_000),
    })
    await res.text()
    return { id, status: res.status, retryAfter: res.headers.get('retry-after') }
  }
  const sendUntilTaken = () =>
    eventually(
      async () => {
        const answer = await send()
        expect(answer.status).to.equal(200)
        return answer
      },
      { withinMs: 60_000 },
    )
  const refusal = { status: 503, retryAfter: '5' }
  const stored = async () => {
    const reader = await openKafkaLog({ brokers: kafka.brokers })
    const records = await readTopic(reader, 'envelopes').finally(() => reader.close())
    return records.map(({ value }) => Buffer.from(value).toString().slice(13, 45))
  }

  it('answers 503 with Retry-After while all brokers are dead, stores nothing, and resumes when they are back', async () => {
    const before = await sendUntilTaken()
    await kafka.kill(0)
    const refused = await Promise.all([send(), send()])
    for (const answer of refused) expect(answer).to.include(refusal)
    await kafka.restart(0)
    const after = await sendUntilTaken()
    expect(await stored()).to.have.members([before.id, after.id])
  })

  it('answers 503 with Retry-After when a broker stops responding, and immediately over the limit of pending bytes', async () => {
    const before = await sendUntilTaken()
    kafka.networks[0]?.stall()
    const answers: Answer[] = []
    const sending = Array.from({ length: waitingMax + 2 }, async () => answers.push(await send()))
    await eventually(() => expect(answers).to.have.lengthOf(2))
    await Promise.all(sending)
    for (const answer of answers) expect(answer).to.include(refusal)
    kafka.networks[0]?.heal()
    const after = await sendUntilTaken()
    // The same amount is accepted again.
    const together = await Promise.all(Array.from({ length: waitingMax }, send))
    for (const { status } of together) expect(status).to.equal(200)
    const found = await stored()
    const taken = [before, after, ...together].map(({ id }) => id)
    expect(found.filter((id) => taken.includes(id))).to.have.members(taken)
    expect(new Set(found).size, 'records that are there twice').to.equal(found.length)
  })
})
