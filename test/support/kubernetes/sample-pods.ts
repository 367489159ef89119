import type { ShapedPod } from './cluster-shapes.js'

/** Pods in every condition that the agent distinguishes. */
export const troubledPods: ShapedPod[] = [
  {
    namespace: 'shop',
    name: 'web-1',
    phase: 'Running',
    rxBytes: 111_000,
    txBytes: 222_000,
    containers: [
      {
        name: 'web',
        state: 'running',
        cores: 0.25,
        workingSetBytes: 100_000_000,
        limits: { cpu: '500m', memory: '256Mi' },
        requests: { cpu: '0.1', memory: '128M' },
      },
    ],
    sidecar: { name: 'proxy', state: 'running', cores: 0.05, workingSetBytes: 20_000_000 },
  },
  {
    namespace: 'shop',
    name: 'worker-1',
    phase: 'Running',
    containers: [{ name: 'worker', state: 'crash loop', restarts: 7 }],
  },
  {
    namespace: 'shop',
    name: 'cache-1',
    phase: 'Running',
    containers: [{ name: 'cache', state: 'running', restarts: 2, isOomKilled: true }],
  },
  {
    namespace: 'shop',
    name: 'broken-1',
    phase: 'Pending',
    containers: [{ name: 'broken', state: 'image pull' }],
  },
  { namespace: 'batch', name: 'report-1', phase: 'Succeeded', containers: [{ name: 'report', state: 'done' }] },
]

/** Normally running pods with two containers each. */
export function manyPods(count: number): ShapedPod[] {
  return Array.from({ length: count }, (_, index) => ({
    namespace: `team-${index % 5}`,
    name: `service-${index}-7d9f8c6b5-x${index}`,
    phase: 'Running',
    containers: [
      { name: 'app', state: 'running', cores: 0.01 * (index + 1), limits: { cpu: '1', memory: '512Mi' } },
      { name: 'proxy', state: 'running', cores: 0.005 },
    ],
  }))
}
