import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { silentLog } from '@signalbox/service-kit'
import { expect } from 'chai'
import { createClusterAgent } from '../../src/agent/cluster-agent.js'
import { openDiskBuffer, type DiskBuffer } from '../../src/buffer/disk-buffer.js'
import { createDelivery } from '../../src/delivery/delivery.js'
import type { SendRequest } from '../../src/requests/send-request.js'
import type { Source } from '../../src/samples/source.js'

const start = Date.parse('2026-05-17T12:00:00Z')
const intervalMs = 30_000

interface Item {
  timestamp: string
  cluster: string
  pod: string
  metrics: Record<string, number>
}

/** A hundred pods, each with the number of the reading. */
function createPods(): Source {
  let looks = 0
  return {
    name: 'pods',
    collect: () => {
      looks += 1
      const about = { node: 'node-a', namespace: 'shop', container: 'web' }
      const samples = Array.from({ length: 100 }, (_, pod) => ({
        ...about,
        pod: `web-${pod}`,
        metrics: { look: looks },
      }))
      return Promise.resolve({ samples, failures: [] })
    },
  }
}

describe('createClusterAgent', () => {
  let directory: string
  let now: number
  let isAway: boolean
  let received: Item[]

  const send: SendRequest = ({ body }) => {
    if (isAway) return Promise.reject(new Error('connection refused'))
    received.push(...(JSON.parse(gunzipSync(body!).toString()) as { metrics: Item[] }).metrics)
    return Promise.resolve({ status: 202, retryAfterSeconds: undefined, text: '{"accepted":1,"rejected":[]}' })
  }
  const open = async (sources: Source[], bytesMax = 64e6) => {
    const buffer: DiskBuffer = await openDiskBuffer({ directory, bytesMax })
    const clock = () => now
    const shared = { buffer, clock, log: silentLog }
    const delivery = createDelivery({ ...shared, send, url: 'http://signalbox', apiKey: 'key', random: () => 0.5 })
    const agent = createClusterAgent({ ...shared, cluster: 'prod', node: 'node-a', sources, delivery })
    /** Simulates the loops for a period of time. */
    const liveFor = async (ms: number) => {
      const until = now + ms
      while (now < until) {
        await agent.collect()
        for (const next = now + intervalMs; now < next; now += 1_000) await agent.deliver()
      }
    }
    return { agent, buffer, liveFor }
  }
  const looksOf = (pod: string) => received.filter((item) => item.pod === pod).map(({ metrics }) => metrics['look'])

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'signalbox-cluster-agent-'))
    now = start
    isAway = false
    received = []
  })
  afterEach(() => rm(directory, { recursive: true }))

  it('loses and duplicates nothing while Signalbox is down for ten minutes', async () => {
    const { buffer, liveFor } = await open([createPods()])
    await liveFor(60_000)
    isAway = true
    await liveFor(600_000)
    expect(looksOf('web-7')).to.deep.equal([1, 2])
    expect(buffer.state().batches).to.equal(20)
    isAway = false
    await liveFor(120_000)
    const everyLook = Array.from({ length: 26 }, (_, index) => index + 1)
    expect(looksOf('web-7')).to.deep.equal(everyLook)
    expect(received.filter(({ pod }) => pod !== '')).to.have.lengthOf(26 * 100)
    const times = received.filter(({ pod }) => pod === 'web-7').map(({ timestamp }) => Date.parse(timestamp))
    expect(times).to.deep.equal(everyLook.map((look) => start + (look - 1) * intervalMs))
    expect(buffer.state()).to.deep.equal({ batches: 0, bytes: 0, samplesDropped: 0 })
  })

  it('resumes after a restart in between', async () => {
    isAway = true
    const first = await open([createPods()])
    await first.liveFor(300_000)
    isAway = false
    const second = await open([])
    await second.liveFor(30_000)
    expect(looksOf('web-0')).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  it('drops the oldest batches when the buffer is full, and reports how many', async () => {
    isAway = true
    const { liveFor, buffer } = await open([createPods()], 4_000)
    await liveFor(600_000)
    const { batches, bytes, samplesDropped } = buffer.state()
    expect(bytes).to.be.at.most(4_000)
    // A batch of a hundred pods and the agent itself.
    expect(samplesDropped).to.equal((20 - batches) * 101)
    isAway = false
    await liveFor(60_000)
    // The newest readings without a gap, and every missing sample is counted.
    const looks = looksOf('web-0')
    expect(looks).to.deep.equal(Array.from({ length: looks.length }, (_, index) => 23 - looks.length + index))
    expect(buffer.state().samplesDropped).to.equal((22 - looks.length) * 101)
    const told = received.flatMap(({ metrics }) => metrics['cluster_agent_samples_dropped_total'] ?? [])
    expect(told.at(-1)).to.be.at.least(samplesDropped)
  })

  it('counts data that could not be written to disk as dropped, and continues', async () => {
    const { agent, liveFor } = await open([createPods()])
    await rm(directory, { recursive: true })
    await agent.collect()
    await mkdir(directory)
    now += intervalMs
    await liveFor(30_000)
    expect(looksOf('web-0')).to.deep.equal([2])
    expect(received.find(({ pod }) => pod === '')?.metrics).to.deep.include({
      cluster_agent_samples_dropped_total: 101,
    })
  })

  it('sends the data of other sources if one fails, and counts the failure', async () => {
    const broken: Source = { name: 'broken', collect: () => Promise.reject(new Error('no kubelet')) }
    const { liveFor } = await open([broken, createPods()])
    await liveFor(30_000)
    expect(looksOf('web-0')).to.deep.equal([1])
    const itself = received.find(({ pod }) => pod === '')
    expect(itself).to.deep.include({ cluster: 'prod', node: 'node-a' })
    expect(itself?.metrics).to.deep.include({ cluster_agent_collect_failures_total: 1 })
  })
})
