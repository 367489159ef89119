import { limits, type DeadLetterEntry } from '@signalbox/contracts'
import { createInlineProcessor, noProjectSettings, noSightings, replayTopic } from '@signalbox/consumer'
import { openKafkaLog } from '@signalbox/event-log/kafka'
import { createStoredRanges } from '@signalbox/telemetry-store'
import { expect } from 'chai'
import { openTestStore } from '../../packages/telemetry-store/test/support/open-test-store.js'
import { run } from '../../services/cli/test/support/run.js'
import { eventually } from '../support/eventually.js'
import { failOnText } from '../support/faulty-parts.js'
import { startInProcess, type InProcessOptions, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { startKafka, type KafkaCluster } from '../support/kafka/kafka-broker.js'
import { createCleanup } from '../support/cleanup.js'
import { newEventId } from '../support/telemetry.js'
import { readTopic } from './support/read-topic.js'

const withinMs = 60_000
const poison = 'the-pipeline-dies-of-this'
const { retentionDays } = limits

describe('an installation on Kafka', () => {
  const cleanup = createCleanup()
  let kafka: KafkaCluster
  let signalbox: InProcessSignalbox
  let isMended: boolean

  /** Crashes on a poisoned record until it is fixed. */
  const wrapProcessor: InProcessOptions['wrapProcessor'] = (processor) => {
    const failing = failOnText(processor, poison)
    return {
      process: (...batch) => (isMended ? processor : failing).process(...batch),
      close: () => processor.close(),
    }
  }

  before(async () => {
    kafka = cleanup.add(await startKafka(), (cluster) => cluster.remove())
  })
  beforeEach(async () => {
    isMended = false
    const prefix = `replays-${newEventId()}.`
    const eventLog = await openKafkaLog({ brokers: kafka.brokers, prefix, topics: { partitions: 2 } })
    signalbox = await startInProcess({ eventLog, wrapProcessor })
  })
  afterEach(() => signalbox.close())
  after(() => cleanup.run())

  const send = async (message: string) => {
    const id = newEventId()
    expect((await signalbox.sendEvent(id, message)).status).to.equal(200)
    return id
  }
  const storedIds = async () => {
    const ids = await signalbox.readColumn('events', 'event_id')
    return ids.map((id) => id.replaceAll('-', ''))
  }
  const waitForStored = (ids: readonly string[]) =>
    eventually(async () => expect(await storedIds()).to.have.members([...ids]), { withinMs })

  describe('with dead letters', () => {
    const command = (...args: string[]) =>
      run(['dead-letters', ...args], { env: { SIGNALBOX_URL: signalbox.url, SIGNALBOX_API_KEY: signalbox.apiKey } })
    const list = async () => {
      const { code, out, err } = await command('list', '--json')
      expect(code, err).to.equal(0)
      return (JSON.parse(out) as { items: DeadLetterEntry[] }).items
    }

    it('lists, shows and replays them: an item that broke a batch is stored once after the fix', async () => {
      const good = [await send('before'), await send('beside')]
      const poisoned = await send(poison)
      good.push(await send('after'))
      const [letter, ...others] = await eventually(
        async () => {
          const letters = await list()
          expect(letters).to.have.lengthOf(1)
          return letters
        },
        { withinMs },
      )
      expect(others).to.deep.equal([])
      await waitForStored(good)
      const id = letter?.id ?? ''
      expect((await command('list')).out).to.include(id)
      const shown = await command('show', id)
      expect(shown.out, shown.err).to.include(poison)

      isMended = true
      const replayed = await command('replay', id)
      expect(replayed.code, replayed.err).to.equal(0)
      await waitForStored([...good, poisoned])
      const again = await command('replay', id)
      expect(again.code).to.equal(1)
      expect(again.err).to.include('already replayed')
      // Later records have passed through the same log.
      const last = await send('at last')
      await waitForStored([...good, poisoned, last])
      expect(await list()).to.have.lengthOf(1)
    })
  })

  describe('reprocesses a time range', () => {
    const replay = async (from: number, to: number) => {
      const { client } = await openTestStore()
      const reports = await replayTopic(
        { topic: 'envelopes', from, to },
        {
          eventLog: signalbox.eventLog,
          stored: createStoredRanges(client),
          writer: signalbox.writer,
          processor: createInlineProcessor({ retentionDays }),
          projectSettings: noProjectSettings,
          sightings: noSightings,
          id: newEventId(),
          // Batch boundaries other than the consumer's.
          limits: { rowsMax: 3, bytesMax: 1_000_000 },
          isDryRun: false,
        },
      )
      return reports.reduce((sum, { counts }) => sum + counts.records, 0)
    }
    /** Totals and rows, as used in every response. */
    const read = async () => ({
      ids: (await storedIds()).sort(),
      ledger: await signalbox.readLedger(),
      stats: await readStats(),
    })
    // A batch's outcomes are stored after its events.
    const readCounted = async (errors: number) => {
      await eventually(async () => expect(await signalbox.readLedger()).to.deep.equal({ 'error stored': errors }), {
        withinMs,
      })
      return read()
    }
    const readStats = async () => {
      const { status, body } = await signalbox.call('GET', '/api/v1/telemetry/query/stats/?since=1h')
      expect(status).to.equal(200)
      return (body as { stats: unknown }).stats
    }
    const timesOf = async () => {
      const records = await readTopic(signalbox.eventLog, 'envelopes')
      return records.map(({ appendedAt }) => appendedAt).sort((one, other) => one - other)
    }

    it('without duplicates or losses, whichever record it starts or ends with', async () => {
      const ids: string[] = []
      for (let index = 0; index < 12; index += 1) {
        ids.push(await send(`event ${index}`))
        // Several batches, with the consumer's arbitrary boundaries.
        if (index % 4 === 3) await waitForStored(ids)
      }
      const before = await readCounted(ids.length)
      const times = await timesOf()
      const [first = 0, third = 0, fourth = 0, last = 0] = [times[0], times[2], times[3], times.at(-1)]
      for (const [from, to, recordsMin] of [
        [first, last + 1, 12],
        [third, fourth + 1, 2],
        [third, third + 1, 1],
        [last, last + 60_000, 1],
      ] as const) {
        expect(await replay(from, to), 'records processed again').to.be.at.least(recordsMin)
        expect(await read()).to.deep.equal(before)
      }
      expect(await replay(last + 1, last + 60_000)).to.equal(0)
    })

    it('and restores rows that the store has lost', async () => {
      const ids = [await send('lost'), await send('lost as well'), await send('and this')]
      await waitForStored(ids)
      const before = await readCounted(ids.length)
      const times = await timesOf()
      await (await openTestStore()).truncate()
      expect(await storedIds()).to.deep.equal([])
      await replay(times[0] ?? 0, (times.at(-1) ?? 0) + 1)
      expect(await read()).to.deep.equal(before)
    })
  })
})
