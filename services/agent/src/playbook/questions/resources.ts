import type { FactPack, SeriesFacts } from '../../facts/fact-pack.js'
import { theilSenSlope } from '../../statistics/robust.js'
import { formatLevel } from '../text/format-level.js'
import { splitWords } from '../text/words.js'

/** A resource that can run out, and its utilization. */
export interface Resource {
  /** Id of the utilization's series. */
  id: string
  service: string
  /** `disk`, `connections`, `memory`: the words of the metric's name that identify the resource. */
  name: string
  /** 0 to 1. */
  share: number
  usedText: string
  /** Empty if only the share is known. */
  capacityText: string
  /** Milliseconds until it is full at the current rate; undefined if it isn't filling. */
  fullInMs?: number
  evidence: readonly string[]
}

const capacityWords: ReadonlySet<string> = new Set(['capacity', 'limit', 'max', 'maximum', 'quota', 'size'])
const takenWords: ReadonlySet<string> = new Set([
  'used',
  'usage',
  'use',
  'current',
  'active',
  'working',
  'set',
  'consumed',
])
const freeWords: ReadonlySet<string> = new Set(['free', 'available', 'avail', 'remaining'])
const shareWords: ReadonlySet<string> = new Set(['ratio', 'percent', 'pct', 'utilization', 'utilisation'])
const unitWords: ReadonlySet<string> = new Set(['bytes', 'byte', 'cores', 'mb', 'gb', 'count', 'in', 'total'])
const exhaustible =
  /\b(disk|disks|storage|volume|fs|filesystem|inodes?|memory|mem|heap|rss|connections?|pool|cpu|tablespace|wal|queue|threads?|file descriptors?|fds?)\b/

/**
 * Derives utilization of limited resources from metrics: from shares, or from used or free amounts and the matching
 * capacity.
 */
export function findResources({ series }: Pick<FactPack, 'series'>): Resource[] {
  const capacities = new Map(
    series.flatMap((one) => {
      const words = splitWords(one.metric)
      return words.some((word) => capacityWords.has(word)) ? [[keyOf(one, words), one] as const] : []
    }),
  )
  return series.flatMap((one): Resource[] => {
    const words = splitWords(one.metric)
    const name = nameOf(words)
    const label = labelOf(name, one.service)
    if (!exhaustible.test(name) || words.some((word) => capacityWords.has(word))) return []
    if (words.some((word) => shareWords.has(word))) return ofShare(one, { name: label, words })
    const capacity = capacities.get(keyOf(one, words))
    return capacity === undefined ? [] : ofPair(one, { name: label, words, capacity })
  })
}

function nameOf(words: readonly string[]): string {
  const lists = [capacityWords, takenWords, freeWords, shareWords, unitWords]
  return words.filter((word) => !lists.some((list) => list.has(word))).join(' ')
}

/** The resource's name in sentences that name its service: `memory` for `redis mem` of `redis-quote`. */
function labelOf(name: string, service: string): string {
  const own = new Set(splitWords(service))
  const words = name.split(' ').filter((word) => !own.has(word))
  return words.length === 0 ? name : words.map((word) => (word === 'mem' ? 'memory' : word)).join(' ')
}

function keyOf({ service }: SeriesFacts, words: readonly string[]): string {
  return `${service}\n${nameOf(words)}`
}

function ofShare(
  { id, service, metric, points, evidence }: SeriesFacts,
  { name, words }: { name: string; words: readonly string[] },
): Resource[] {
  const values = points.map(([, value]) => value)
  const isPercent = words.some((word) => word === 'percent' || word === 'pct') || values.some((value) => value > 1.5)
  const share = (values.at(-1) ?? 0) / (isPercent ? 100 : 1)
  if (points.length === 0) return []
  const fullInMs = timeToFull(points, isPercent ? 100 : 1)
  return [
    {
      id,
      service,
      name,
      share,
      usedText: formatLevel(isPercent ? 'percent' : metric, values.at(-1) ?? 0),
      capacityText: '',
      ...(fullInMs !== undefined && { fullInMs }),
      evidence: [evidence],
    },
  ]
}

function ofPair(
  one: SeriesFacts,
  { name, words, capacity }: { name: string; words: readonly string[]; capacity: SeriesFacts },
): Resource[] {
  const most = capacity.points.at(-1)?.[1] ?? 0
  if (most <= 0 || one.points.length === 0) return []
  const isFree = words.some((word) => freeWords.has(word))
  const points = one.points.map(([at, value]): [number, number] => [at, isFree ? most - value : value])
  const used = points.at(-1)?.[1] ?? 0
  const fullInMs = timeToFull(points, most)
  return [
    {
      id: one.id,
      service: one.service,
      name,
      share: used / most,
      usedText: formatLevel(one.metric, used),
      capacityText: formatLevel(capacity.metric, most),
      ...(fullInMs !== undefined && { fullInMs }),
      evidence: [...new Set([one.evidence, capacity.evidence])],
    },
  ]
}

/** Minimum fill within the window for a forecast. */
const gainMin = 0.005
/** Minimum points for the current rate, which counts if it is higher than that of the whole window. */
const recentPointsMin = 20

function timeToFull(points: SeriesFacts['points'], most: number): number | undefined {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || last[0] <= first[0]) return undefined
  const slope = theilSenSlope(points.map(([, value]) => value))
  const gained = slope * (points.length - 1)
  if (gained < gainMin * most || last[1] >= most) return undefined
  const recent = points.slice(-Math.max(recentPointsMin, Math.floor(points.length / 3)))
  const perPoint = Math.max(slope, theilSenSlope(recent.map(([, value]) => value)))
  return ((most - last[1]) / perPoint) * ((last[0] - first[0]) / (points.length - 1))
}
