import { fieldOf, listAt, numberAt, textAt, timeAt } from '../samples/json-fields.js'
import type { SampleLabels } from '../samples/sample.js'
import type { SampleSheet } from '../samples/sample-sheet.js'

/** OOM kills of one container. */
interface KillCount {
  /** Pod uid and container name. */
  key: string
  kills: number
  /** The last counted kill; empty if there was none. */
  last: string
}

/** State that outlives the process. */
export interface OomKillsState {
  /** Time of the last collection in Unix milliseconds; 0 before the first. */
  lookedAt: number
  counts: readonly KillCount[]
}

/**
 * Counts OOM kills. The API stores only a container's last two terminations, so several kills between two collections
 * may count as one; the kubelet's restart count shows the rest.
 */
export interface OomKills {
  /** @param status the container's status in its pod. */
  observe(key: string, labels: Partial<SampleLabels>, status: unknown): void
  /** State to save: the containers of this collection. */
  state(): OomKillsState
}

/**
 * Collects from all containers of the node once. Kills before the very first collection are not counted: their number
 * is unknown.
 */
export function createOomKills(options: { before: OomKillsState; now: number; sheet: SampleSheet }): OomKills {
  const { before, now, sheet } = options
  const known = new Map(before.counts.map((count) => [count.key, count]))
  const counts: KillCount[] = []
  return {
    observe: (key, labels, status) => {
      const kill = findKill(status)
      const earlier = known.get(key)
      const isNew = kill !== undefined && kill.id !== earlier?.last
      const isCounted = isNew && (earlier !== undefined || isWithin(kill.at, before.lookedAt))
      const kills = (earlier?.kills ?? 0) + Number(isCounted)
      counts.push({ key, kills, last: kill?.id ?? earlier?.last ?? '' })
      sheet.add(labels, { container_oom_kills_total: kills })
      // A counter whose first value is above 0 shows no increase, so a 0 is added at the time of the previous
      // collection.
      if (isCounted && earlier === undefined) {
        sheet.addAt(before.lookedAt, labels, { container_oom_kills_total: 0 })
      }
    },
    state: () => ({ lookedAt: now, counts }),
  }
}

function isWithin(at: number | undefined, lookedAt: number): boolean {
  return lookedAt > 0 && at !== undefined && at > lookedAt
}

function findKill(status: unknown): { id: string; at: number | undefined } | undefined {
  const ends = [fieldOf(status, 'state', 'terminated'), fieldOf(status, 'lastState', 'terminated')]
  const killed = ends.find((end) => textAt(end, 'reason') === 'OOMKilled')
  if (killed === undefined) return undefined
  const id = `${textAt(killed, 'containerID')} ${textAt(killed, 'finishedAt')}`
  return { id, at: timeAt(killed, 'finishedAt') }
}

/** Parses the saved state as far as it is readable. */
export function readOomKillsState(value: unknown): OomKillsState {
  return {
    lookedAt: numberAt(value, 'lookedAt') ?? 0,
    counts: listAt(value, 'counts').map((count) => ({
      key: textAt(count, 'key'),
      kills: numberAt(count, 'kills') ?? 0,
      last: textAt(count, 'last'),
    })),
  }
}
