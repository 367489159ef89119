import { fieldOf, listAt, numberAt, textAt, timeAt } from '../samples/json-fields.js'
import type { SampleLabels } from '../samples/sample.js'
import type { SampleSheet } from '../samples/sample-sheet.js'

/** The OOM kills of one container. */
interface KillCount {
  /** Names it: uid of the pod and name of the container. */
  key: string
  kills: number
  /** The kill that was counted last; empty when there was none. */
  last: string
}

/** What outlives the process. */
export interface OomKillsState {
  /** Unix milliseconds of the last look; 0 before the first. */
  lookedAt: number
  counts: readonly KillCount[]
}

/**
 * Counts OOM kills. The API keeps the last two ends of a container only, so several kills between two looks may be seen
 * as one; the kubelet's count of restarts tells the rest.
 */
export interface OomKills {
  /** @param status The container's status in its pod. */
  observe(key: string, labels: Partial<SampleLabels>, status: unknown): void
  /** What to remember: the containers of this look. */
  state(): OomKillsState
}

/** One look at all containers of the node. Kills before the first look of all are not counted: nobody knows how many. */
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
      // A counter that begins above 0 shows no rise: it stood at 0 at the look before.
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

/** What was remembered, as far as it can be read. */
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
