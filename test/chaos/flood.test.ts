import { Agent, request } from 'node:http'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { createRandom } from '../support/random.js'
import { eventually } from '../support/eventually.js'
import { startSignalbox, type Project, type SignalboxProcess } from '../support/signalbox-process.js'

const floodEvents = Number(process.env['FLOOD_EVENTS'] ?? 1_000_000)
const rareEvents = 50
const connections = 16
/** What the store may grow by, whatever the number of events: samples only are kept in full. */
const storeBytesMax = 200 * 1024 * 1024

/** Bytes of all files below a directory. */
async function sizeOf(directory: string): Promise<number> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true })
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

function envelopeOf(eventId: string, type: string, value: string): string {
  const frames = [
    { function: 'main', filename: 'app.js', lineno: 3, in_app: true },
    { function: type, filename: 'shop.js', lineno: 17, in_app: true, context_line: `throw new ${type}()` },
  ]
  const event = { level: 'error', platform: 'node', exception: { values: [{ type, value, stacktrace: { frames } }] } }
  return `{"event_id":"${eventId}"}\n{"type":"event"}\n${JSON.stringify(event)}`
}

describe('a flood of one error', () => {
  let signalbox: SignalboxProcess
  let project: Project
  const random = createRandom(20_261_121)
  const rareIds: string[] = []

  before(async () => {
    signalbox = await startSignalbox()
    project = await signalbox.createProject('flooded')
  })
  after(() => signalbox.dispose())

  it('is counted exactly, and neither hides rare errors nor fills the disk', async function () {
    this.timeout(1_200_000)
    const path = `/api/${project.number}/envelope/?sentry_version=7&sentry_key=${project.publicKey}`
    const agent = new Agent({ keepAlive: true, maxSockets: connections })
    const post = (body: string) =>
      new Promise<number>((resolve, reject) => {
        const req = request(signalbox.url + path, { method: 'POST', agent }, (res) => {
          res.resume().on('end', () => {
            resolve(res.statusCode ?? 0)
          })
        })
        req.on('error', reject).end(body)
      })
    const template = envelopeOf('#', 'FloodError', 'the same again')
    const bytesBefore = await sizeOf(signalbox.dataDirectory)
    const rareEvery = Math.floor(floodEvents / rareEvents)
    let sent = 0
    const sendAll = async () => {
      while (sent < floodEvents) {
        const number = sent
        sent += 1
        expect(await post(template.replace('#', random.hex(32)))).to.equal(200)
        if (number % rareEvery !== 0 || rareIds.length === rareEvents) continue
        const id = random.hex(32)
        rareIds.push(id)
        expect(await post(envelopeOf(id, `Rare${rareIds.length}Error`, 'seen once'))).to.equal(200)
      }
    }
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: connections }, sendAll))
    const sendSeconds = (performance.now() - startedAt) / 1_000
    agent.destroy()

    const readStats = async () => {
      type Stats = { stats: { events: { total: number } } }
      const { stats } = await signalbox.get<Stats>(`/api/v1/telemetry/query/stats/?project_id=${project.id}&since=1h`)
      return stats.events.total
    }
    await eventually(async () => expect(await readStats()).to.equal(floodEvents + rareEvents), {
      withinMs: 600_000,
      everyMs: 1_000,
    })
    const storedSeconds = (performance.now() - startedAt) / 1_000
    for (const id of rareIds) {
      type Events = { events: { times_seen: number }[] }
      const { events } = await signalbox.get<Events>(`/api/v1/telemetry/query/errors/?since=1h&event_id=${id}`)
      expect(events.map(({ times_seen }) => times_seen)).to.deep.equal([1])
    }
    type Listed = { total: number }
    const { total } = await signalbox.get<Listed>(`/api/v1/telemetry/query/errors/?since=1h&limit=1`)
    expect(total).to.equal(floodEvents + rareEvents)
    const grownBytes = (await sizeOf(signalbox.dataDirectory)) - bytesBefore
    console.log(
      `${floodEvents} events sent in ${sendSeconds.toFixed(0)} s, counted after ${storedSeconds.toFixed(0)} s;` +
        ` the data directory grew by ${(grownBytes / 1024 / 1024).toFixed(0)} MiB`,
    )
    expect(grownBytes).to.be.lessThan(storeBytesMax)
  })
})
