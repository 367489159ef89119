import { join } from 'node:path'
import { expect } from 'chai'
import {
  startKubernetesStandIn,
  type KubernetesStandIn,
} from '../../../../test/support/kubernetes/kubernetes-stand-in.js'
import {
  readRecording,
  recordedVersions,
  type KubernetesAnswers,
  type RecordedContainerStatus,
  type RecordedPod,
  type RecordedStats,
} from '../../../../test/support/kubernetes/recordings.js'
import { createClusterSource } from '../../src/kubernetes/cluster-source.js'
import { createNodeSource } from '../../src/kubernetes/node-source.js'
import { readOomKillsState } from '../../src/kubernetes/oom-kills.js'
import { readWarningsState } from '../../src/kubernetes/warning-events.js'
import type { Sample } from '../../src/samples/sample.js'
import type { Source } from '../../src/samples/source.js'
import { createStateFile } from '../../src/state/state-file.js'
import { metricsOf } from './find-sample.js'
import { openStandInApi } from './open-stand-in-api.js'

interface Collection {
  answers: KubernetesAnswers
  samples: readonly Sample[]
}

for (const version of recordedVersions) {
  describe(`recorded answers of Kubernetes ${version}`, () => {
    const recording = readRecording(version)
    const last = recording.at(-1)!
    let standIn: KubernetesStandIn
    let ofNode: Collection[]
    let ofCluster: Collection[]

    const collectAll = async (source: Source): Promise<Collection[]> => {
      const collections: Collection[] = []
      for (const answers of recording) {
        standIn.world.recorded = answers
        const { samples, failures } = await source.collect(answers.at)
        expect(failures).to.deep.equal([])
        collections.push({ answers, samples })
      }
      return collections
    }
    const latest = (about: Partial<Sample>) => metricsOf(ofNode.at(-1)!.samples, about)

    before(async () => {
      standIn = await startKubernetesStandIn({})
      const stateIn = (name: string) => join(standIn.serviceAccountDirectory, name)
      const api = openStandInApi(standIn)
      const kills = createStateFile(stateIn('oom-kills.json'), readOomKillsState)
      const warnings = createStateFile(stateIn('warnings.json'), readWarningsState)
      ofNode = await collectAll(createNodeSource({ api, node: 'node-a', state: kills }))
      ofCluster = await collectAll(createClusterSource({ api, state: warnings }))
    })
    after(() => standIn.close())

    it("yield the node's usage as its kubelet measured it, with the traffic of its card", () => {
      const { cpu, memory, network, fs } = last.summary.node
      const card = network!.interfaces!.find(({ name }) => name === 'eth0')!
      expect(latest({ node: 'node-a' })).to.deep.include({
        node_cpu_usage_cores: cpu!.usageNanoCores! / 1e9,
        node_memory_working_set_bytes: memory!.workingSetBytes,
        node_network_rx_bytes_total: card.rxBytes,
        node_network_tx_bytes_total: card.txBytes,
        node_fs_used_bytes: fs!.usedBytes,
        node_fs_capacity_bytes: fs!.capacityBytes,
      })
    })

    it("yield the node's capacity and health", () => {
      const { capacity, allocatable } = last.node.status
      expect(latest({ node: 'node-a' })).to.deep.include({
        node_cpu_capacity_cores: 2,
        node_cpu_allocatable_cores: 1.92,
        node_memory_capacity_bytes: Number.parseInt(capacity['memory']!, 10) * 1_024,
        node_memory_allocatable_bytes: Number.parseInt(allocatable['memory']!, 10) * 1_024,
        node_pods_capacity: 110,
        node_ready: 1,
        node_memory_pressure: 0,
        node_disk_pressure: 0,
        node_pid_pressure: 0,
      })
    })

    it('yield the usage of each container that the kubelet measured, and of no other', () => {
      for (const { answers, samples } of ofNode) {
        // Between a container's start and its first measurement, both are 0.
        const isMeasured = ({ cpu, memory }: RecordedStats) =>
          cpu?.usageCoreNanoSeconds !== 0 || memory?.workingSetBytes !== 0
        const listed = answers.summary.pods.flatMap(({ podRef, containers = [] }) =>
          containers.filter(isMeasured).map((stats) => ({ key: keyOf(podRef, stats.name!), stats })),
        )
        const used = samples.filter(({ metrics }) => 'memory_usage_bytes' in metrics)
        expect(used.map((sample) => keyOf({ ...sample, name: sample.pod }, sample.container))).to.have.members(
          listed.map(({ key }) => key),
        )
        for (const { key, stats } of listed) {
          const [namespace, pod, container] = key.split('/')
          const metrics = metricsOf(samples, { namespace: namespace!, pod: pod!, container: container! })
          // Until cAdvisor has measured the container, the kubelet reports the runtime's working set and nothing else.
          expect(metrics['memory_usage_bytes'], key).to.equal(stats.memory!.workingSetBytes)
          expect(metrics['memory_rss_bytes'], key).to.equal(stats.memory!.rssBytes)
          const { usageNanoCores = 0, usageCoreNanoSeconds = 0 } = stats.cpu!
          expect(usageNanoCores, key).to.be.at.most(usageCoreNanoSeconds)
          // Without a rate, the counter shows it.
          if (usageNanoCores > 0) expect(metrics['cpu_usage_cores'], key).to.equal(usageNanoCores / 1e9)
          else expect(metrics['cpu_usage_cores'] ?? 0, key).to.be.within(0, 2)
        }
      }
    })

    it("yield every pod's phase, its traffic unless it is the node's, and its containers' restarts and waits", () => {
      for (const { answers, samples } of ofNode) {
        for (const pod of answers.pods) {
          const { namespace, name } = pod.metadata
          const about = { namespace, pod: name }
          expect(metricsOf(samples, about)['pod_phase'], name).to.equal(phases[pod.status.phase])
          for (const status of listStatuses(pod).filter((one) => !isFinishedInit(pod, one))) {
            const reason = status.state.waiting?.reason
            expect(metricsOf(samples, { ...about, container: status.name }), status.name).to.deep.include({
              container_restarts_total: status.restartCount,
              container_waiting_crashloop: Number(reason === 'CrashLoopBackOff'),
              container_waiting_image_pull: Number(/Image/.test(reason ?? '')),
            })
          }
        }
        for (const { podRef, network } of answers.summary.pods) {
          const metrics = metricsOf(samples, { namespace: podRef.namespace, pod: podRef.name })
          expect(metrics['network_rx_bytes'], podRef.name).to.equal(
            podRef.name === 'exporter-1' ? undefined : network?.rxBytes,
          )
        }
      }
    })

    it('show a crash loop, its restarts and an image that cannot be pulled', () => {
      const seen = ofNode.flatMap(({ samples }) => samples.map(({ metrics }) => metrics))
      expect(seen.some((metrics) => metrics['container_waiting_crashloop'] === 1)).to.equal(true)
      expect(seen.some((metrics) => metrics['container_waiting_image_pull'] === 1)).to.equal(true)
      expect(
        latest({ namespace: 'shop', pod: 'worker-1', container: 'worker' })['container_restarts_total'],
      ).to.be.above(0)
    })

    it('yield limits and requests, also of a sidecar', () => {
      expect(latest({ namespace: 'shop', pod: 'web-1', container: 'web' })).to.deep.include({
        container_cpu_limit_cores: 0.06,
        container_cpu_request_cores: 0.05,
        container_memory_limit_bytes: 48 * 2 ** 20,
        container_memory_request_bytes: 32e6,
      })
      expect(latest({ namespace: 'shop', pod: 'web-1', container: 'proxy' })).to.deep.include({
        container_memory_limit_bytes: 16 * 2 ** 20,
      })
    })

    it('yield each OOM kill once', () => {
      const killsOf = (moments: readonly KubernetesAnswers[], pod?: string) =>
        new Set(moments.flatMap((answers) => listKills(answers, pod)))
      const before = killsOf(recording.slice(0, 1))
      const newKills = (pod?: string) => [...killsOf(recording, pod)].filter((kill) => !before.has(kill)).length
      const counted = ofNode
        .at(-1)!
        .samples.reduce((sum, { metrics }) => sum + (metrics['container_oom_kills_total'] ?? 0), 0)
      expect(counted).to.equal(newKills())
      expect(newKills('cache-1')).to.be.greaterThan(0)
      expect(latest({ namespace: 'shop', pod: 'cache-1', container: 'cache' })).to.deep.include({
        container_oom_kills_total: newKills('cache-1'),
      })
    })

    it('yield each warning once, by pod, and the pods without a node', () => {
      const first = new Map(recording[0]!.events.map(({ metadata, count = 1 }) => [metadata.uid, count]))
      const rises = new Map<string, number>()
      for (const { involvedObject, metadata, count = 1 } of last.events) {
        const key = involvedObject.kind === 'Pod' ? keyOf({ ...involvedObject, namespace: metadata.namespace }, '') : ''
        rises.set(key, (rises.get(key) ?? 0) + count - (first.get(metadata.uid) ?? 0))
      }
      const { samples } = ofCluster.at(-1)!
      for (const [key, rise] of rises) {
        const [namespace = '', pod = ''] = key.split('/')
        const name = key === '' ? 'warning_events_total' : 'pod_warning_events_total'
        expect(metricsOf(samples, { namespace, pod })[name], key).to.equal(rise)
      }
      expect([...rises.values()].reduce((sum, rise) => sum + rise, 0)).to.be.greaterThan(0)
      expect(metricsOf(samples, { namespace: 'shop', pod: 'big-1' })).to.deep.include({ pod_phase: 1, pod_ready: 0 })
    })
  })
}

const phases: Readonly<Record<string, number>> = { Pending: 1, Running: 2, Succeeded: 3, Failed: 4 }

function keyOf({ namespace, name }: { namespace: string; name: string }, container: string): string {
  return `${namespace}/${name}/${container}`
}

function listStatuses({ status }: RecordedPod): RecordedContainerStatus[] {
  return [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])]
}

function isFinishedInit({ status }: RecordedPod, { name, state }: RecordedContainerStatus): boolean {
  const isInit = status.initContainerStatuses?.some((init) => init.name === name) ?? false
  return isInit && state.terminated?.exitCode === 0
}

/** Containers by id whose last or current termination is an OOM kill: all of the node's or those of one pod. */
function listKills({ pods }: KubernetesAnswers, pod?: string): string[] {
  return pods
    .filter(({ metadata }) => pod === undefined || metadata.name === pod)
    .flatMap(listStatuses)
    .flatMap(({ state, lastState }) =>
      [state.terminated, lastState.terminated].flatMap((end) => (end?.reason === 'OOMKilled' ? [end.containerID] : [])),
    )
}
