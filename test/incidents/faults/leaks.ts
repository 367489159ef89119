import { edit } from '../innocents.js'
import { addLogs, addMetric } from '../telemetry.js'
import type { WriteFault } from './fault.js'

/** Faults that fill something up from the moment they go live and show long afterwards. */
export const leaks: readonly [WriteFault, ...WriteFault[]] = [
  ({ cast: { noun, failing: service, dependency } }) => ({
    name: 'rows-left-open',
    commit: edit(`${service}/internal/${noun}/export.go`, `Shorten the export of ${noun}s`, [
      ` \trows, err := db.Query(ctx, exportStatement, account)`,
      ` \tif err != nil {`,
      ` \t\treturn err`,
      ` \t}`,
      `-\tdefer rows.Close()`,
      ` \treturn writeAll(out, rows)`,
    ]),
    alert: {
      metric: 'http_5xx_ratio',
      observed: 0.38,
      threshold: 0.05,
      summary: `${service} fails to reach its database`,
    },
    remediation: 'rollback',
    suffering: { errors: 0.38 },
    show: (story, live) => {
      const rise = story.onset - live
      addMetric(story, dependency, 'open_connections', { from: 22, to: 200, since: live, rise, noise: 0.02 })
      addLogs(story, story.onset, () => ({
        service,
        level: 'ERROR',
        msg: `FATAL: too many connections for role "${service}" (${story.random.integer(198, 200)} of 200)`,
        attributes: { peer: dependency },
      }))
    },
  }),
  ({ cast: { noun, failing: service } }) => ({
    name: 'growing-map',
    commit: edit(`${service}/src/render-${noun}.ts`, `Remember rendered ${noun}s`, [
      `+const rendered = new Map<string, string>()`,
      ` export function render${noun.charAt(0).toUpperCase()}${noun.slice(1)}(request: Request): string {`,
      `-  return template(request)`,
      `+  const key = JSON.stringify(request.headers) + request.url`,
      `+  const html = rendered.get(key) ?? template(request)`,
      `+  rendered.set(key, html)`,
      `+  return html`,
      ` }`,
    ]),
    alert: { metric: 'container_restarts', observed: 5, threshold: 1, summary: `${service} restarts again and again` },
    remediation: 'rollback',
    suffering: { errors: 0.14, slower: 5 },
    show: (story, live) => {
      const rise = story.onset - live
      addMetric(story, service, 'memory_usage_bytes', { from: 2.6e8, to: 5.1e8, since: live, rise, noise: 0.01 })
      addMetric(story, service, 'container_restarts', { from: 0, to: 6, since: story.onset, rise: 15, noise: 0 })
      addLogs(story, story.onset, () => ({
        service,
        level: 'ERROR',
        msg: `container killed: out of memory (limit 512 MiB), exit code 137`,
        attributes: { reason: 'OOMKilled', pod: `${service}-${story.random.hex(5)}` },
      }))
    },
  }),
  ({ cast: { noun, failing: service } }) => ({
    name: 'executor-per-request',
    commit: edit(`${service}/workers/thumbnail.py`, `Draw previews of a ${noun} beside the answer`, [
      ` def on_request(request):`,
      `-    EXECUTOR.submit(draw_preview, request.${noun}_id)`,
      `+    executor = ThreadPoolExecutor(max_workers=8)`,
      `+    executor.submit(draw_preview, request.${noun}_id)`,
      `     return accepted()`,
    ]),
    alert: { metric: 'http_5xx_ratio', observed: 0.22, threshold: 0.05, summary: `${service} refuses requests` },
    remediation: 'rollback',
    suffering: { errors: 0.22 },
    show: (story, live) => {
      const rise = story.onset - live
      addMetric(story, service, 'process_threads', { from: 48, to: 31_000, since: live, rise, noise: 0.02 })
      addLogs(story, story.onset, () => ({
        service,
        level: 'ERROR',
        msg: `RuntimeError: can't start new thread (${story.random.integer(30_000, 32_000)} running)`,
        attributes: { 'exception.type': 'RuntimeError' },
      }))
    },
  }),
]
