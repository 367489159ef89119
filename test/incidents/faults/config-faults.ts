import { edit } from '../innocents.js'
import { addLogs, addMetric } from '../telemetry.js'
import type { WriteFault } from './fault.js'

/** Faults without code changes: values of charts, manifests and environments. */
export const configFaults: readonly [WriteFault, ...WriteFault[]] = [
  ({ cast: { failing: service } }) => ({
    name: 'memory-limit',
    commit: edit(`charts/${service}/values.yaml`, `Right-size ${service}`, [
      ` resources:`,
      `   limits:`,
      `-    memory: 768Mi`,
      `+    memory: 96Mi`,
    ]),
    alert: { metric: 'container_restarts', observed: 7, threshold: 1, summary: `${service} is restarting` },
    remediation: 'config-revert',
    suffering: { errors: 0.3 },
    show: (story) => {
      addMetric(story, service, 'container_restarts', { from: 0, to: 9, since: story.onset, rise: 18, noise: 0 })
      addMetric(story, service, 'memory_limit_bytes', {
        from: 8.05e8,
        to: 1.007e8,
        since: story.onset - 2,
        rise: 1,
        noise: 0,
      })
      addLogs(story, story.onset, () => ({
        service,
        level: 'ERROR',
        msg: 'container killed: out of memory (limit 96Mi), exit code 137',
        attributes: { reason: 'OOMKilled', pod: `${service}-${story.random.hex(5)}` },
      }))
    },
  }),
  ({ cast: { failing: service, dependency } }) => ({
    name: 'renamed-variable',
    commit: edit(`deploy/${service}/env.yaml`, 'Name addresses of stores alike', [
      `-  - name: STORE_URL`,
      `+  - name: STORE_ADDRESS`,
      `     value: http://${dependency}:8080`,
    ]),
    alert: {
      metric: 'http_5xx_ratio',
      observed: 0.97,
      threshold: 0.05,
      summary: `${service} answers server errors only`,
    },
    remediation: 'config-revert',
    suffering: { errors: 0.97 },
    show: (story) => {
      addLogs(story, story.onset, () => ({
        service,
        level: 'ERROR',
        msg: 'required environment variable STORE_URL is not set',
        attributes: { attempt: story.random.integer(1, 40) },
      }))
    },
  }),
  ({ cast: { failing: service, noun } }) => ({
    name: 'rate-limit-lowered',
    commit: edit(`config/${service}/limits.yaml`, 'Unify limits of internal callers', [
      ` callers:`,
      `   default:`,
      `-    requests_per_second: 2000`,
      `+    requests_per_second: 20`,
    ]),
    alert: { metric: 'http_429_ratio', observed: 0.81, threshold: 0.02, summary: `${service} refuses its callers` },
    remediation: 'config-revert',
    suffering: { errors: 0.02 },
    show: (story, live) => {
      addMetric(story, service, 'http_429_ratio', { from: 0.0004, to: 0.81, since: live, rise: 2 })
      addLogs(story, story.onset, () => ({
        service,
        level: 'WARN',
        msg: `rate limit of 20 requests per second exceeded by ${story.cast.edge} (GET /${noun}s)`,
        attributes: { caller: story.cast.edge, status: 429 },
      }))
    },
  }),
  ({ cast: { failing: service, dependency } }) => ({
    name: 'wrong-address',
    commit: edit(`deploy/${service}/production.yaml`, 'Clean up addresses of production', [
      `-  storeHost: ${dependency}.data.svc.cluster.local`,
      `+  storeHost: ${dependency}.staging.svc.cluster.local`,
    ]),
    alert: { metric: 'http_5xx_ratio', observed: 0.88, threshold: 0.05, summary: `${service} cannot read its store` },
    remediation: 'config-revert',
    suffering: { errors: 0.88 },
    show: (story) => {
      addLogs(story, story.onset, () => ({
        service,
        level: 'ERROR',
        msg: `connect ECONNREFUSED ${dependency}.staging.svc.cluster.local:5432`,
        attributes: { peer: `${dependency}.staging.svc.cluster.local` },
      }))
    },
  }),
]
