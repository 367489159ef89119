import { join } from 'node:path'
import { expect } from 'chai'
import { directoryBytes } from '../support/directory-bytes.js'
import { eventually } from '../support/eventually.js'
import { sendFlood, type SentFlood } from '../support/load/send-flood.js'
import { openStoredItems } from '../support/load/stored-items.js'
import { readMetric } from '../support/read-metric.js'
import { startSignalbox, type Project, type SignalboxProcess } from '../support/signalbox-process.js'

const events = Number(process.env['FLOOD_EVENTS'] ?? 100_000)
const rareEvents = 50
/** What the project stores in full, proportionally: 20 000 of a million events, the default of every project. */
const keptPerMinute = Math.ceil(events / 50)
/** What a batch adds beyond that: its first, its last and one more, for each of up to two minutes it covers. */
const keptPerBatch = 6
/** How much the data directory may grow, whatever the number of events. */
const grownBytesMax = 64 * 1024 * 1024

describe(`a flood of ${events} events of one error, with ${rareEvents} rare ones among them`, () => {
  let signalbox: SignalboxProcess
  let project: Project
  let bytesBefore: number
  let flood: SentFlood

  before(async function () {
    this.timeout(60_000 + events * 5)
    signalbox = await startSignalbox()
    project = await signalbox.createProject('flooded')
    const path = `/api/v1/telemetry/projects/${project.id}/settings/`
    const changed = await signalbox.call('PATCH', path, { spikes: { events_per_minute: keptPerMinute } })
    expect(changed.status).to.equal(200)
    bytesBefore = await directoryBytes(signalbox.dataDirectory)
    flood = await sendFlood(signalbox.url, project, { events, rareEvents })
  })
  after(() => signalbox.dispose())

  it('is counted exactly', async () => {
    type Stats = { stats: { events: { total: number } } }
    const path = `/api/v1/telemetry/query/stats/?project_id=${project.id}&since=1h`
    await eventually(
      async () => {
        const { stats } = await signalbox.get<Stats>(path)
        expect(stats.events.total).to.equal(events + rareEvents)
      },
      { withinMs: 300_000, everyMs: 500 },
    )
    type Listed = { total: number }
    const { total } = await signalbox.get<Listed>('/api/v1/telemetry/query/errors/?since=1h&limit=1')
    expect(total).to.equal(events + rareEvents)
  })

  it('drops no rare error', async () => {
    for (const id of flood.rareIds) {
      type Events = { events: { times_seen: number }[] }
      const path = `/api/v1/telemetry/query/errors/?since=1h&event_id=${id}`
      const answer = await signalbox.get<Events>(path)
      expect(answer.events.map(({ times_seen }) => times_seen)).to.deep.equal([1])
    }
  })

  it('stores no more rows than the project allows', async () => {
    const minutes = Math.floor(flood.endedAt / 60_000) - Math.floor(flood.startedAt / 60_000) + 1
    const batches = await readMetric(signalbox.adminUrl, 'signalbox_consumer_batches_total', 'topic="envelopes"')
    const grownBytes = (await directoryBytes(signalbox.dataDirectory)) - bytesBefore
    expect(await signalbox.stop()).to.equal(0)
    const stored = await openStoredItems({ dataDirectory: join(signalbox.dataDirectory, 'analytics') })
    const kept = await stored.count('events').finally(() => stored.close())
    console.log(
      `${events} events sent in ${((flood.endedAt - flood.startedAt) / 1_000).toFixed(0)} s, ${kept} rows kept,` +
        ` the data directory grew by ${(grownBytes / 1024 / 1024).toFixed(0)} MiB`,
    )
    expect(kept).to.be.within(keptPerMinute, minutes * keptPerMinute + batches * keptPerBatch + rareEvents)
    expect(grownBytes).to.be.lessThan(grownBytesMax)
  })
})
