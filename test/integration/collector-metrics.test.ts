import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { ClusterNodes, ClusterTop } from '@signalbox/contracts'
import { expect } from 'chai'
import { moveTimes } from '../e2e/otel-languages/recordings.js'
import { eventually } from '../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'

interface Recording {
  /** Unix milliseconds. */
  recordedAt: number
  requests: { path: string; headers: Record<string, string>; base64: string }[]
}

const file = fileURLToPath(new URL('../fixtures/collector-metrics/host-and-kubelet.json', import.meta.url))
const gibibyte = 2 ** 30

describe('metrics of a real OpenTelemetry Collector', () => {
  let signalbox: InProcessSignalbox
  before(async () => {
    signalbox = await startInProcess()
    const { recordedAt, requests } = JSON.parse(await readFile(file, 'utf8')) as Recording
    // As if the recording, which took eight seconds, had just ended.
    const aheadMs = Date.now() - 10_000 - recordedAt
    for (const { path, headers, base64 } of requests) {
      const { 'content-encoding': encoding, ...rest } = headers
      const sent = Buffer.from(base64, 'base64')
      const body = moveTimes(encoding === 'gzip' ? gunzipSync(sent) : sent, recordedAt, aheadMs)
      const res = await fetch(signalbox.url + path, {
        method: 'POST',
        headers: { ...rest, authorization: `Bearer ${signalbox.apiKey}` },
        body: new Uint8Array(body),
      })
      expect(res.status).to.equal(200)
    }
  })
  after(() => signalbox.close())

  const read = async <T>(path: string) =>
    (await signalbox.call('GET', `/api/v1/telemetry/query/cluster/${path}`)).body as T

  it('of host_metrics show the usage and capacity of a machine', async () => {
    await eventually(async () => {
      const { box } = (await read<ClusterNodes>('nodes/?hours_back=1')).nodes
      // Two processors were busy for 11.97 s of 12 s.
      expect(box?.cpu_used_percent.avg).to.be.closeTo(99.6, 1)
      expect(box?.memory_used_percent.avg).to.be.closeTo(14, 1)
      expect(box?.memory_total_gb).to.be.closeTo(25_807_192_064 / gibibyte, 0.01)
    })
  })

  it('of kubelet_stats show pods by the usage of their containers, and the memory of their node', async () => {
    await eventually(async () => {
      const { nodes } = await read<ClusterNodes>('nodes/?hours_back=1&cluster=prod')
      expect(nodes['node-a']).to.deep.include({ pod_count: 3 })
      expect(nodes['node-a']?.memory_total_gb).to.be.closeTo(16.5e9 / gibibyte, 0.01)
      const { top_consumers: top } = await read<ClusterTop>('top/?hours_back=1&cluster=prod&resource=cpu')
      // A quarter of a core of one container and a twentieth of the other.
      expect(top[0]).to.deep.include({ namespace: 'shop', pod: 'web-1' })
      expect(top[0]?.avg_percent).to.be.closeTo(30, 1)
    })
  })

  it('without a view of their own are data points', async () => {
    const { body } = await signalbox.call('GET', '/api/v1/telemetry/query/data-points/?name=system.cpu.load_average.1m')
    expect((body as { series: unknown[] }).series).to.have.length(1)
  })
})
