import { clusterOverview } from '@signalbox/contracts'
import { expect } from 'chai'
import { openService, type QueryService } from '../support/query-service.js'
import { container, point, secondsAgo } from '../support/rows.js'

type Point = ReturnType<typeof point>

/** Values of one metric of one object, one per minute, the last one a minute old. */
function series(metric: string, values: number[], labels: Partial<Point> = {}): Point[] {
  return values.map((value, index) =>
    point(metric, value, { ...labels, timestamp: secondsAgo(60 * (values.length - index)) }),
  )
}

const web = { namespace: 'shop', pod: 'web-1', container: 'web' }
const sidecar = { ...web, container: 'sidecar' }
const api = { ...web, pod: 'api-1' }

const cases: { title: string; points: Point[]; expected: [crashloops: number, warnings: number] }[] = [
  {
    title: 'counts a pod waiting in a crash loop once',
    points: [
      ...series('container_waiting_crashloop', [0, 1, 0], web),
      ...series('container_waiting_crashloop', [1], sidecar),
    ],
    expected: [1, 0],
  },
  {
    title: 'counts no crash loop by restarts where waiting is reported',
    points: [...series('container_waiting_crashloop', [0], web), ...series('container_restarts_total', [1, 9], api)],
    expected: [0, 0],
  },
  {
    title: 'counts three restarts as a crash loop where waiting is not reported',
    points: series('container_restarts_total', [1, 2, 4], web),
    expected: [1, 0],
  },
  {
    title: 'counts restarts past a counter that started again',
    points: series('container_restarts_total', [7, 8, 2], web),
    expected: [1, 0],
  },
  {
    title: 'counts one or two restarts as a warning',
    points: [...series('container_restarts_total', [1, 2], web), ...series('container_restarts_total', [1, 3], api)],
    expected: [0, 2],
  },
  {
    title: 'counts no restart from a first value alone',
    points: series('container_restarts_total', [12], web),
    expected: [0, 0],
  },
  {
    title: 'adds up warning events past a counter that started again',
    points: [
      ...series('pod_warning_events_total', [5, 9, 2], { ...web, container: '' }),
      ...series('warning_events_total', [10, 13], { node: '' }),
    ],
    expected: [0, 9],
  },
  {
    title: 'looks for no bad signs where warning events are reported',
    points: [...series('warning_events_total', [4], { node: '' }), ...series('node_ready', [0])],
    expected: [0, 0],
  },
  {
    title: 'looks for bad signs in clusters without warning events only',
    points: [
      ...series('warning_events_total', [4, 6], { node: '' }),
      ...series('node_ready', [0], { cluster: 'other' }),
    ],
    expected: [0, 3],
  },
  {
    title: 'counts a node not ready or under pressure once',
    points: [
      ...series('node_ready', [1, 0, 1]),
      ...series('node_disk_pressure', [0, 1]),
      ...series('node_memory_pressure', [1]),
      ...series('node_ready', [-1], { node: 'node-2' }),
      ...series('node_ready', [1], { node: 'node-3' }),
    ],
    expected: [0, 2],
  },
  {
    title: 'counts a pod with several bad signs once',
    points: [
      ...series('container_oom_kills_total', [0, 1], web),
      ...series('container_waiting_image_pull', [1], web),
      ...series('container_restarts_total', [0, 1], sidecar),
    ],
    expected: [0, 1],
  },
  {
    title: 'counts a pod that was pending all the time, not one that started',
    points: [
      ...series('pod_phase', [1, 1], { ...web, container: '' }),
      ...series('pod_phase', [1, 2], { ...api, container: '' }),
    ],
    expected: [0, 1],
  },
  {
    title: 'sees nothing bad in good values',
    points: [
      ...series('node_ready', [1]),
      ...series('pod_phase', [2], { ...web, container: '' }),
      ...series('container_oom_kills_total', [3, 3], web),
      ...series('container_waiting_image_pull', [0], web),
    ],
    expected: [0, 0],
  },
  {
    title: 'counts a crash loop and its other bad signs apart',
    points: [...series('container_waiting_crashloop', [1], web), ...series('container_oom_kills_total', [0, 2], web)],
    expected: [1, 1],
  },
]

describe('issues in the cluster overview', () => {
  let service: QueryService

  beforeEach(async () => {
    service = await openService()
  })

  for (const { title, points, expected } of cases) {
    it(title, async () => {
      await service.seed('metric_points', points)
      const [crashloops, warnings] = expected
      const { body } = await service.get(clusterOverview)
      expect(body.issues).to.deep.equal({ crashloops, warnings, total: crashloops + warnings })
    })
  }

  it('warns of a container near its memory limit', async () => {
    await service.seed('container_metrics', [
      container({ memory_usage_bytes: 90 }),
      container({ memory_usage_bytes: 89, pod: 'api-1' }),
      container({ memory_usage_bytes: 89, pod: 'unlimited' }),
    ])
    await service.seed('metric_points', [
      point('container_memory_limit_bytes', 100, web),
      point('container_memory_limit_bytes', 100, api),
      point('container_memory_limit_bytes', 0, { ...web, pod: 'unlimited' }),
    ])
    const { body } = await service.get(clusterOverview)
    expect(body.issues).to.deep.equal({ crashloops: 0, warnings: 1, total: 1 })
  })

  it('filters by cluster', async () => {
    await service.seed('metric_points', [
      ...series('container_waiting_crashloop', [1], web),
      ...series('container_waiting_crashloop', [1], { ...web, cluster: 'b' }),
      ...series('container_waiting_crashloop', [1], { ...api, cluster: 'b' }),
    ])
    const { body } = await service.get(clusterOverview, { cluster: 'b' })
    expect(body.issues.crashloops).to.equal(2)
  })
})
