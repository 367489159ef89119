import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { ClusterNodes, ClusterOverview, ClusterTop, MetricSample } from '@signalbox/contracts'
import { expect } from 'chai'
import { eventually } from '../support/eventually.js'
import { findFreePorts } from '../support/free-ports.js'
import {
  buildClusterAgent,
  startClusterAgent,
  type ClusterAgentProcess,
} from '../support/kubernetes/cluster-agent-process.js'
import { shapeEvent } from '../support/kubernetes/cluster-shapes.js'
import { startKubernetesStandIn, type KubernetesStandIn } from '../support/kubernetes/kubernetes-stand-in.js'
import { troubledPods } from '../support/kubernetes/sample-pods.js'
import { startSignalbox, type SignalboxProcess } from '../support/signalbox-process.js'

describe('the installed agent for clusters and hosts', () => {
  let signalbox: SignalboxProcess
  let standIn: KubernetesStandIn
  let directory: string
  let bundle: string
  let executable: string
  const agents: ClusterAgentProcess[] = []

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'signalbox-cluster-agent-'))
    ;[bundle = '', executable = ''] = await buildClusterAgent({ executable: true })
    standIn = await startKubernetesStandIn({ pods: structuredClone(troubledPods) })
    signalbox = await startSignalbox()
  })
  after(async () => {
    for (const agent of agents) await agent.kill()
    await signalbox.dispose()
    await standIn.close()
    await rm(directory, { recursive: true })
  })

  const start = async (command: readonly string[], cluster: string, env: Record<string, string> = {}) => {
    const [adminPort] = await findFreePorts(1)
    const agent = startClusterAgent(command, {
      SIGNALBOX_URL: signalbox.url,
      SIGNALBOX_API_KEY: signalbox.apiKey,
      SIGNALBOX_ADMIN_PORT: String(adminPort),
      SIGNALBOX_CLUSTER_NAME: cluster,
      SIGNALBOX_CLUSTER_AGENT_DATA_DIR: join(directory, cluster),
      SIGNALBOX_CLUSTER_AGENT_INTERVAL_SECONDS: '1',
      ...env,
    })
    agents.push(agent)
    return agent
  }
  const inCluster = () => ({
    SIGNALBOX_KUBERNETES_URL: standIn.url,
    SIGNALBOX_KUBELET_URL: standIn.url,
    SIGNALBOX_SERVICE_ACCOUNT_DIR: standIn.serviceAccountDirectory,
    SIGNALBOX_NODE_NAME: standIn.world.node,
  })
  const ask = <T>(view: string, cluster: string) =>
    signalbox.get<T>(`/api/v1/telemetry/query/cluster/${view}hours_back=1&cluster=${cluster}`)
  const readMetric = async (cluster: string, metric: string) => {
    const path = `/api/v1/telemetry/query/metrics/?since=1h&cluster=${cluster}&metric=${metric}`
    return (await signalbox.get<{ metrics: MetricSample[] }>(path)).metrics
  }

  it('fills the cluster views from the data of one node and its cluster', async () => {
    const node = await start([process.execPath, bundle], 'prod', inCluster())
    const cluster = await start([executable], 'prod', {
      ...inCluster(),
      SIGNALBOX_CLUSTER_AGENT_MODE: 'cluster',
      SIGNALBOX_CLUSTER_AGENT_DATA_DIR: join(directory, 'whole-cluster'),
    })
    await eventually(async () => {
      expect(await readMetric('prod', 'warning_events_total')).not.to.be.empty
    })
    const now = Date.now()
    const about = { kind: 'Pod', namespace: 'shop', name: 'worker-1' }
    const times = { firstAt: now + 1_000, lastAt: now + 1_000 }
    standIn.world.events = [shapeEvent({ uid: 'a', about, count: 3, api: 'v1', ...times })]

    await eventually(async () => {
      const found = await ask<ClusterOverview>('overview/?', 'prod')
      expect(found.issues).to.deep.equal({ crashloops: 1, warnings: 3, total: 4 })
      expect(found.cluster).to.deep.include({ node_count: 1, cpu_used_percent: 31.25, nodes_without_capacity: 0 })
      // One of the five has finished.
      expect(found.cluster.total_pods).to.equal(4)
    })
    const { top_consumers: top, basis } = await ask<ClusterTop>('top/?resource=cpu&', 'prod')
    expect(basis).to.equal('node_capacity')
    // 0.25 cores of the container and 0.05 of its sidecar, of four.
    expect(top[0]).to.deep.include({ namespace: 'shop', pod: 'web-1', avg_percent: 7.5 })
    const { nodes } = await ask<ClusterNodes>('nodes/?', 'prod')
    expect(nodes[standIn.world.node]).to.deep.include({ memory_total_gb: 15.625, pod_count: 5 })
    expect(await node.stop()).to.equal(0)
    expect(await cluster.stop()).to.equal(0)
  })

  it('measures this machine as a single program, without other dependencies', async () => {
    const agent = await start([executable], 'machines', { SIGNALBOX_NODE_NAME: 'machine-1' })
    await eventually(async () => {
      const { nodes } = await ask<ClusterNodes>('nodes/?', 'machines')
      expect(nodes['machine-1']?.memory_total_gb).to.be.closeTo(totalmem() / 2 ** 30, 0.01)
      expect(nodes['machine-1']?.cpu_used_percent.avg).to.be.greaterThan(0)
    })
    expect(await agent.stop()).to.equal(0)
  })

  it('delivers what it buffered while Signalbox was down, even after being killed', async () => {
    const env = { ...inCluster(), SIGNALBOX_URL: 'http://127.0.0.1:1' }
    const cut = await start([process.execPath, bundle], 'away', env)
    const buffer = join(directory, 'away', 'buffer')
    const listBatches = async () => (await readdir(buffer)).filter((name) => name.endsWith('.gz')).sort()
    await eventually(async () => {
      expect((await listBatches()).length).to.be.at.least(4)
    })
    await cut.kill()
    const batches = await listBatches()
    const times = await Promise.all(
      batches.map(async (name) => {
        const body = gunzipSync(await readFile(join(buffer, name))).toString()
        return (JSON.parse(body) as { metrics: { timestamp: string }[] }).metrics.at(-1)?.timestamp
      }),
    )
    const again = await start([process.execPath, bundle], 'away', inCluster())
    await eventually(async () => {
      const samples = await readMetric('away', 'node_cpu_capacity_cores')
      expect(samples.map(({ timestamp }) => timestamp)).to.include.members(times)
      expect(new Set(samples.map(({ timestamp }) => timestamp)).size).to.equal(samples.length)
    })
    await eventually(async () => {
      expect((await listBatches()).filter((name) => batches.includes(name))).to.deep.equal([])
    })
    expect(await again.stop()).to.equal(0)
  })

  it('reports all invalid settings at once, and does not start', async () => {
    const agent = startClusterAgent([executable], { SIGNALBOX_CLUSTER_AGENT_MODE: 'everything' })
    agents.push(agent)
    expect(await agent.ended()).to.equal(2)
    for (const name of ['SIGNALBOX_URL', 'SIGNALBOX_API_KEY', 'SIGNALBOX_CLUSTER_AGENT_MODE']) {
      expect(agent.output()).to.include(name)
    }
  })
})
