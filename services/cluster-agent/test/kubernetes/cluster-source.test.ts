import { join } from 'node:path'
import { expect } from 'chai'
import { eventApis, shapeEvent } from '../../../../test/support/kubernetes/cluster-shapes.js'
import {
  startKubernetesStandIn,
  type KubernetesStandIn,
} from '../../../../test/support/kubernetes/kubernetes-stand-in.js'
import { createClusterSource } from '../../src/kubernetes/cluster-source.js'
import { readWarningsState } from '../../src/kubernetes/warning-events.js'
import { createStateFile } from '../../src/state/state-file.js'
import { metricsOf } from './find-sample.js'
import { openStandInApi } from './open-stand-in-api.js'

const start = Date.parse('2026-05-17T12:00:00Z')
const intervalMs = 30_000
const worker = { kind: 'Pod', namespace: 'shop', name: 'worker-1' }
const replicaSet = { kind: 'ReplicaSet', namespace: 'shop', name: 'web-7d9f' }
const ofWorker = { namespace: 'shop', pod: 'worker-1' }

describe('createClusterSource', () => {
  let standIn: KubernetesStandIn

  const createSource = () =>
    createClusterSource({
      api: openStandInApi(standIn),
      state: createStateFile(join(standIn.serviceAccountDirectory, 'warnings.json'), readWarningsState),
    })

  beforeEach(async () => {
    standIn = await startKubernetesStandIn({ at: start })
  })
  afterEach(() => standIn.close())

  for (const api of eventApis) {
    it(`counts each warning once, by uid and count, as written by ${api}`, async () => {
      const old = { api, firstAt: start - 600_000, lastAt: start - 60_000 }
      standIn.world.events = [shapeEvent({ ...old, uid: 'a', about: worker, count: 5 })]
      const first = await createSource().collect(start)
      expect(metricsOf(first.samples, ofWorker)).to.deep.equal({ pod_warning_events_total: 0 })
      expect(metricsOf(first.samples, {})).to.deep.equal({ warning_events_total: 0 })

      standIn.world.events = [
        shapeEvent({ ...old, uid: 'a', about: worker, count: 7, lastAt: start + 10_000 }),
        shapeEvent({ api, uid: 'b', about: replicaSet, count: 2, firstAt: start + 5_000, lastAt: start + 9_000 }),
      ]
      // A new process resumes where the previous one stopped.
      const second = await createSource().collect(start + intervalMs)
      expect(metricsOf(second.samples, ofWorker)).to.deep.equal({ pod_warning_events_total: 2 })
      expect(metricsOf(second.samples, {})).to.deep.equal({ warning_events_total: 2 })

      const third = await createSource().collect(start + 2 * intervalMs)
      expect(metricsOf(third.samples, ofWorker)).to.deep.equal({ pod_warning_events_total: 2 })
      expect(metricsOf(third.samples, {})).to.deep.equal({ warning_events_total: 2 })
    })
  }

  it("shows a pod's first warnings as a rise from 0", async () => {
    const source = createSource()
    await source.collect(start)
    const times = { firstAt: start + 1_000, lastAt: start + 20_000 }
    standIn.world.events = [shapeEvent({ uid: 'c', about: worker, count: 3, api: 'events.k8s.io/v1', ...times })]
    const { samples } = await source.collect(start + intervalMs)
    expect(metricsOf(samples, ofWorker)).to.deep.equal({ pod_warning_events_total: 3 })
    expect(metricsOf(samples, { ...ofWorker, at: start })).to.deep.equal({ pod_warning_events_total: 0 })
  })

  it('counts an event that happened before a collection but was written after it', async () => {
    const source = createSource()
    await source.collect(start)
    const times = { firstAt: start - 3_000, lastAt: start - 2_000, createdAt: start + 1_000 }
    standIn.world.events = [shapeEvent({ uid: 'e', about: worker, count: 2, api: 'v1', ...times })]
    const { samples } = await source.collect(start + intervalMs)
    expect(metricsOf(samples, ofWorker)).to.deep.equal({ pod_warning_events_total: 2 })
  })

  it('does not count the past of an event that expired and was written again', async () => {
    const source = createSource()
    await source.collect(start)
    const times = { firstAt: start - 7_200_000, lastAt: start + 1_000, createdAt: start + 2_000 }
    standIn.world.events = [shapeEvent({ uid: 'f', about: worker, count: 50, api: 'v1', ...times })]
    const { samples } = await source.collect(start + intervalMs)
    expect(metricsOf(samples, ofWorker)).to.deep.equal({ pod_warning_events_total: 1 })
  })

  it('reads all pages', async () => {
    await createSource().collect(start)
    standIn.world.eventsOnPage = 2
    const times = { firstAt: start + 1_000, lastAt: start + 2_000 }
    standIn.world.events = ['1', '2', '3', '4', '5'].map((uid) =>
      shapeEvent({ uid, about: replicaSet, count: 1, api: 'v1', ...times }),
    )
    const { samples } = await createSource().collect(start + intervalMs)
    expect(metricsOf(samples, {})).to.deep.equal({ warning_events_total: 5 })
  })

  it('reports pods that wait for a node', async () => {
    standIn.world.unscheduled = [{ namespace: 'shop', name: 'big-1', phase: 'Pending', containers: [] }]
    const { samples } = await createSource().collect(start)
    expect(metricsOf(samples, { node: '', namespace: 'shop', pod: 'big-1' })).to.deep.equal({
      pod_phase: 1,
      pod_ready: 0,
    })
  })

  it('leaves counts unchanged while the API server is unavailable, and counts events from that time afterwards', async () => {
    await createSource().collect(start)
    standIn.world.faults.set('/api/v1/events', 503)
    const refused = await createSource().collect(start + intervalMs)
    expect(refused.failures).to.have.lengthOf(1)
    standIn.world.faults.clear()
    const times = { firstAt: start + 1_000, lastAt: start + 2_000 }
    standIn.world.events = [shapeEvent({ uid: 'd', about: replicaSet, count: 4, api: 'v1', ...times })]
    const { samples } = await createSource().collect(start + 2 * intervalMs)
    expect(metricsOf(samples, {})).to.deep.equal({ warning_events_total: 4 })
  })
})
