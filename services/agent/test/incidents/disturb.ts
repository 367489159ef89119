import { createHash } from 'node:crypto'
import { createRandom } from '../../../../test/support/random.js'
import type { Incident } from '../support/incident.js'

const minuteMs = 60_000

/** Ways in which what is sent of an incident is worse than it should be; the same seed gives the same. */
export const disturbances = {
  /** Clocks of services are off by up to a minute, each by as much all the time. */
  clocksOff: (incident: Incident, seed: number) => {
    const random = createRandom(seed)
    const services = [...new Set([...incident.series, ...incident.logs, ...incident.spans].map((one) => one.service))]
    const offMs = new Map(services.sort().map((service) => [service, (2 * random.next() - 1) * minuteMs]))
    return moveTelemetry(incident, (time, service) =>
      new Date(Date.parse(time) + (offMs.get(service) ?? 0)).toISOString(),
    )
  },
  /** CI tells a deployment with its commit, and another tool tells it half a minute earlier without. */
  toldTwice: ({ deploys, ...incident }: Incident) => ({
    ...incident,
    deploys: deploys.flatMap((deploy) => [
      { ...deploy, commit_sha: '', timestamp: new Date(Date.parse(deploy.timestamp) - minuteMs / 2).toISOString() },
      deploy,
    ]),
  }),
  /** Two hundred deployments more, each of a commit that changes something or other. */
  manyDeployments: ({ deploys, commits, ...incident }: Incident, seed: number) => {
    const random = createRandom(seed)
    const fired = Date.parse(incident.alert.fired_at)
    const services = [...new Set(incident.series.map(({ service }) => service))]
    const added = Array.from({ length: 200 }, (_, index) => {
      const sha = createHash('sha1').update(`${incident.name} ${index}`).digest('hex')
      const timestamp = new Date(fired - random.next() * 180 * minuteMs).toISOString()
      const service = services[Math.floor(random.next() * services.length)] ?? ''
      const diff = `@@ -1 +1 @@\n-const part${index} = read(${index})\n+const part${index} = read(${index}, options)`
      const files = [`${service}/src/part${index}.ts`]
      return {
        commit: { sha, author: 'bot', timestamp, message: `part ${index}`, files_changed: files, diff },
        deploy: { timestamp, service, commit_sha: sha, version: sha.slice(0, 7) },
      }
    })
    return {
      ...incident,
      commits: [...commits, ...added.map(({ commit }) => commit)],
      deploys: [...deploys, ...added.map(({ deploy }) => deploy)],
    }
  },
} as const satisfies Record<string, (incident: Incident, seed: number) => Incident>

/** Nothing was received from so long before a moment until a minute after it. */
export function withHole(incident: Incident, at: number): Incident {
  const isSeen = (time: string) => Date.parse(time) < at - 6 * minuteMs || Date.parse(time) > at + minuteMs
  return {
    ...incident,
    series: incident.series.map((one) => ({ ...one, points: one.points.filter(([time]) => isSeen(time)) })),
    logs: incident.logs.filter(({ timestamp }) => isSeen(timestamp)),
    spans: incident.spans.filter(({ start }) => isSeen(start)),
  }
}

function moveTelemetry(incident: Incident, move: (time: string, service: string) => string): Incident {
  return {
    ...incident,
    series: incident.series.map((one) => ({
      ...one,
      points: one.points.map(([at, value]) => [move(at, one.service), value] as const),
    })),
    logs: incident.logs.map((line) => ({ ...line, timestamp: move(line.timestamp, line.service) })),
    spans: incident.spans.map((span) => ({ ...span, start: move(span.start, span.service) })),
  }
}
