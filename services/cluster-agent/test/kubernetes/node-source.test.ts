import { join } from 'node:path'
import { expect } from 'chai'
import { kubernetesVersions } from '../../../../test/support/kubernetes/cluster-shapes.js'
import {
  startKubernetesStandIn,
  type KubernetesStandIn,
} from '../../../../test/support/kubernetes/kubernetes-stand-in.js'
import { troubledPods } from '../../../../test/support/kubernetes/sample-pods.js'
import { createNodeSource } from '../../src/kubernetes/node-source.js'
import { readOomKillsState } from '../../src/kubernetes/oom-kills.js'
import type { ScrapeTarget } from '../../src/prometheus/scrape-target.js'
import { createStateFile } from '../../src/state/state-file.js'
import { metricsOf } from './find-sample.js'
import { openStandInApi } from './open-stand-in-api.js'

const start = Date.parse('2026-05-17T12:00:00Z')
const intervalMs = 30_000

describe('createNodeSource', () => {
  let standIn: KubernetesStandIn
  let targets: readonly ScrapeTarget[] = []

  const createSource = () =>
    createNodeSource({
      api: openStandInApi(standIn),
      node: 'node-a',
      state: createStateFile(join(standIn.serviceAccountDirectory, 'oom-kills.json'), readOomKillsState),
      onTargets: (found) => {
        targets = found
      },
    })

  beforeEach(async () => {
    standIn = await startKubernetesStandIn({ pods: structuredClone(troubledPods), at: start })
  })
  afterEach(() => standIn.close())

  for (const version of kubernetesVersions) {
    describe(`on Kubernetes ${version}`, () => {
      beforeEach(() => {
        standIn.world.version = version
      })

      it("reports the node's usage, capacity and health", async () => {
        const { samples, failures } = await createSource().collect(start)
        expect(failures).to.deep.equal([])
        expect(metricsOf(samples, { node: 'node-a' })).to.deep.equal({
          node_cpu_usage_cores: 1.25,
          node_memory_working_set_bytes: 8_500_000_000,
          node_network_rx_bytes_total: 7_000_000,
          node_network_tx_bytes_total: 9_000_000,
          node_fs_used_bytes: 4e10,
          node_fs_capacity_bytes: 1e11,
          node_cpu_capacity_cores: 4,
          node_cpu_allocatable_cores: 3.92,
          node_memory_capacity_bytes: 16_384_256 * 1_024,
          node_memory_allocatable_bytes: 15 * 2 ** 30,
          node_pods_capacity: 110,
          node_ready: 1,
          node_memory_pressure: 0,
          node_disk_pressure: 1,
        })
      })

      it("reports a container's usage, limits and state, including sidecars", async () => {
        const { samples } = await createSource().collect(start)
        expect(metricsOf(samples, { namespace: 'shop', pod: 'web-1', container: 'web' })).to.deep.equal({
          cpu_usage_cores: 0.25,
          memory_usage_bytes: 100_000_000,
          memory_rss_bytes: 50_000_000,
          container_cpu_limit_cores: 0.5,
          container_cpu_request_cores: 0.1,
          container_memory_limit_bytes: 256 * 2 ** 20,
          container_memory_request_bytes: 128e6,
          container_restarts_total: 0,
          container_waiting_crashloop: 0,
          container_waiting_image_pull: 0,
          container_ready: 1,
          container_oom_kills_total: 0,
        })
        expect(metricsOf(samples, { namespace: 'shop', pod: 'web-1', container: 'proxy' })).to.deep.include({
          cpu_usage_cores: 0.05,
          container_ready: 1,
        })
        expect(samples.filter(({ container }) => container === 'set-up')).to.deep.equal([])
      })

      it('reports the network once per pod, with its phase', async () => {
        const { samples } = await createSource().collect(start)
        expect(metricsOf(samples, { namespace: 'shop', pod: 'web-1' })).to.deep.equal({
          network_rx_bytes: 111_000,
          network_tx_bytes: 222_000,
          network_rx_errors_total: 2,
          network_tx_errors_total: 1,
          pod_phase: 2,
          pod_ready: 1,
        })
        expect(metricsOf(samples, { namespace: 'batch', pod: 'report-1' })).to.deep.include({ pod_phase: 3 })
      })

      it('sends no usage of containers that are not running, but the reason they wait', async () => {
        const { samples } = await createSource().collect(start)
        const crashing = metricsOf(samples, { namespace: 'shop', pod: 'worker-1', container: 'worker' })
        expect(crashing).to.deep.include({ container_waiting_crashloop: 1, container_restarts_total: 7 })
        expect(crashing).not.to.have.any.keys('cpu_usage_cores', 'memory_usage_bytes')
        expect(metricsOf(samples, { namespace: 'shop', pod: 'broken-1', container: 'broken' })).to.deep.include({
          container_waiting_image_pull: 1,
          container_waiting_crashloop: 0,
        })
      })
    })
  }

  for (const [networkCard, repeatedBy] of [
    ['ens5', 'cni0'],
    ['p4p1', 'docker0'],
    ['enp3s0', 'enp3s0.100'],
    ['Microsoft Hyper-V Network Adapter', 'Hyper-V Virtual Ethernet Adapter #2'],
    ['Intel(R) 82574L Gigabit Network Connection', 'Teredo Tunneling Pseudo-Interface'],
  ] as const) {
    it(`counts traffic of ${networkCard}, without duplicates from ${repeatedBy}`, async () => {
      Object.assign(standIn.world, { networkCard, repeatedBy })
      const { samples } = await createSource().collect(start)
      expect(metricsOf(samples, { node: 'node-a' })).to.deep.include({
        node_network_rx_bytes_total: 7_000_000,
        node_network_tx_bytes_total: 9_000_000,
      })
    })
  }

  it("does not assign the node's traffic to a pod in its network, even while the API server is down", async () => {
    const containers = [{ name: 'exporter', state: 'running' as const }]
    standIn.world.pods = [{ namespace: 'shop', name: 'exporter-1', phase: 'Running', hostNetwork: true, containers }]
    const source = createSource()
    for (const faults of [new Map<string, number>(), new Map([['/api/v1/pods', 500]])]) {
      standIn.world.faults = faults
      const { samples } = await source.collect(start)
      expect(samples.filter(({ metrics }) => 'network_rx_bytes' in metrics)).to.deep.equal([])
    }
  })

  it('reports an init container until it is done, because the others wait for it', async () => {
    const [web, ...others] = troubledPods
    const init = { name: 'migrate', state: 'crash loop' as const, restarts: 4, isOomKilled: true }
    standIn.world.pods = [{ ...web!, init }, ...others]
    const about = { namespace: 'shop', pod: 'web-1', container: 'migrate' }
    const source = createSource()
    const failing = await source.collect(start)
    expect(metricsOf(failing.samples, about)).to.deep.include({
      container_waiting_crashloop: 1,
      container_restarts_total: 4,
      container_oom_kills_total: 0,
    })
    standIn.world.at = start + intervalMs
    const again = await source.collect(start + intervalMs)
    expect(metricsOf(again.samples, about)).to.deep.include({ container_oom_kills_total: 1 })
    standIn.world.pods = [{ ...web!, init: { name: 'migrate', state: 'done' } }, ...others]
    const done = await source.collect(start + 2 * intervalMs)
    expect(done.samples.filter(({ container }) => container === 'migrate')).to.deep.equal([])
  })

  for (const [told, toldNanoCores] of [
    ['no rate yet', 0],
    ['an impossible rate', 5e18],
  ] as const) {
    it(`computes processor usage from the counter if the kubelet reports ${told}`, async () => {
      const fresh = { name: 'fresh', state: 'running' as const, cores: 0.5, toldNanoCores }
      standIn.world.pods = [{ namespace: 'shop', name: 'fresh-1', phase: 'Running', containers: [fresh] }]
      const source = createSource()
      const about = { namespace: 'shop', pod: 'fresh-1', container: 'fresh' }
      const first = await source.collect(start)
      expect(metricsOf(first.samples, about)['cpu_usage_cores'] ?? 0).to.equal(0)
      standIn.world.at = start + intervalMs
      const { samples } = await source.collect(start + intervalMs)
      expect(metricsOf(samples, about)['cpu_usage_cores']).to.be.closeTo(0.5, 1e-6)
    })
  }

  it('treats an image rejected for its signature as one that cannot be pulled', async () => {
    const containers = [{ name: 'web', state: 'image signature' as const }]
    standIn.world.pods = [{ namespace: 'shop', name: 'web-1', phase: 'Pending', containers }]
    const { samples } = await createSource().collect(start)
    expect(metricsOf(samples, { namespace: 'shop', pod: 'web-1', container: 'web' })).to.deep.include({
      container_waiting_image_pull: 1,
    })
  })

  const cache = { namespace: 'shop', pod: 'cache-1', container: 'cache' }

  it('counts an OOM kill once, none from before its first reading, and continues after a restart of the agent', async () => {
    const first = await createSource().collect(start)
    expect(metricsOf(first.samples, cache)).to.deep.include({ container_oom_kills_total: 0 })
    // The kubelet reports the next kill with a new time.
    standIn.world.at = start + intervalMs
    const second = await createSource().collect(start + intervalMs)
    expect(metricsOf(second.samples, cache)).to.deep.include({ container_oom_kills_total: 1 })
    const third = await createSource().collect(start + 2 * intervalMs)
    expect(metricsOf(third.samples, cache)).to.deep.include({ container_oom_kills_total: 1 })
  })

  it('shows the kill of a new container as a rise from 0', async () => {
    const [web, worker, killed, ...others] = troubledPods
    standIn.world.pods = [web!, worker!, ...others]
    const source = createSource()
    await source.collect(start)
    standIn.world.pods.push(killed!)
    standIn.world.at = start + intervalMs
    const { samples } = await source.collect(start + intervalMs)
    expect(metricsOf(samples, cache)).to.deep.include({ container_oom_kills_total: 1 })
    expect(metricsOf(samples, { ...cache, at: start })).to.deep.equal({ container_oom_kills_total: 0 })
  })

  it("still reports the API server's data if the kubelet fails, and vice versa", async () => {
    standIn.world.faults.set('/stats/summary', 403)
    const withoutKubelet = await createSource().collect(start)
    expect(withoutKubelet.failures.map(({ message }) => message)).to.match(/stats\/summary returned 403/)
    expect(metricsOf(withoutKubelet.samples, {})).to.deep.include({ node_cpu_capacity_cores: 4 })
    standIn.world.faults = new Map([
      ['/api/v1/pods', 500],
      ['/api/v1/nodes/node-a', 500],
    ])
    const withoutApi = await createSource().collect(start)
    expect(withoutApi.failures).to.have.lengthOf(2)
    expect(metricsOf(withoutApi.samples, {})).to.deep.include({ node_cpu_usage_cores: 1.25 })
  })

  it('finds the pods with scrape annotations', async () => {
    const annotations = { 'prometheus.io/scrape': 'true', 'prometheus.io/path': '/own', 'prometheus.io/port': '9102' }
    const [web, ...others] = troubledPods
    standIn.world.pods = [{ ...web!, annotations, ip: '10.1.2.3' }, ...others]
    await createSource().collect(start)
    expect(targets).to.deep.equal([
      { url: 'http://10.1.2.3:9102/own', labels: { node: 'node-a', namespace: 'shop', pod: 'web-1', container: '' } },
    ])
  })
})
