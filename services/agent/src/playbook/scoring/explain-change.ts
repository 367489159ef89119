import { minuteMs } from '@signalbox/contracts'
import { lagMax } from './change-features.js'
import { featureNames, type FeatureName, type Features } from './features.js'
import type { ChangeHypothesis, ScorePart, UnknownHypothesis } from './hypothesis.js'
import type { ReleaseErrors } from '../changes/releases.js'
import { learnedWeights } from './learned-weights.js'
import type { ReadChange } from './read-change.js'
import { durationOf } from '../../wording/durations.js'
import { labelOf } from '../text/series-label.js'

/** Which part of the score a feature belongs to. */
const partOf = {
  live: 'live',
  unknownLive: 'live',
  after: 'time',
  lag: 'time',
  old: 'time',
  clean: 'moment',
  step: 'moment',
  slope: 'moment',
  newLog: 'moment',
  flag: 'flag',
  release: 'release',
  onAffected: 'place',
  onNeighbour: 'place',
  onUntraced: 'place',
  isNamed: 'place',
  config: 'place',
  words: 'words',
  literal: 'words',
  cited: 'words',
} as const satisfies Partial<Record<FeatureName, ScorePart['name']>>

/** Weighs the features of a change and says each part in words. */
export function explainChange(read: ReadChange): ChangeHypothesis {
  const { change, live, since, flag, finding, moment, features } = read
  const sums = sumByPart(features)
  const parts: ScorePart[] = [...sums].map(([name, score]) => ({ name, score, reason: reasonOf(name, read) }))
  return {
    kind: 'change',
    change,
    live,
    since,
    flag,
    finding,
    moment,
    features,
    parts,
    score: scoreOf(features),
    probability: 0,
  }
}

/** The same for a deployment of which nothing is known but when and where it was, and which errors come from it. */
export function explainUnknown(unknown: UnknownHypothesis): UnknownHypothesis {
  const { features, release } = unknown
  const reasons: Partial<Record<ScorePart['name'], string>> = {
    time: timeReason(unknown),
    release: release === null ? '' : releaseReason(release),
  }
  const parts = [...sumByPart(features)].map(([name, score]) => ({ name, score, reason: reasons[name] ?? '' }))
  return { ...unknown, parts, score: scoreOf(features) }
}

/** Sum of the features by their weights, in log-odds. */
export function scoreOf(features: Features): number {
  return entriesOf(features).reduce((sum, [name, value]) => sum + learnedWeights[name] * value, 0)
}

function entriesOf(features: Features): [FeatureName, number][] {
  return featureNames.flatMap((name): [FeatureName, number][] => {
    const value = features[name] ?? 0
    return value === 0 ? [] : [[name, value]]
  })
}

function sumByPart(features: Features): Map<ScorePart['name'], number> {
  const parts: Readonly<Partial<Record<FeatureName, ScorePart['name']>>> = partOf
  const sums = new Map<ScorePart['name'], number>()
  for (const [feature, value] of entriesOf(features)) {
    const name = parts[feature] ?? 'mechanism'
    sums.set(name, (sums.get(name) ?? 0) + learnedWeights[feature] * value)
  }
  return sums
}

function reasonOf(name: ScorePart['name'], read: ReadChange): string {
  const reasons: Partial<Record<ScorePart['name'], (one: ReadChange) => string>> = {
    live: ({ live: { how } }) => liveReasons[how],
    time: timeReason,
    moment: momentReason,
    place: ({ placeReason }) => placeReason,
    flag: ({ flag }) => (flag === null ? '' : `stands behind the flag ${flag.name}, which was switched then`),
    mechanism: mechanismReason,
    words: wordsReason,
    release: ({ release: errors }) => (errors === null ? '' : releaseReason(errors)),
  }
  return reasons[name]?.(read) ?? ''
}

/** @returns what the errors' releases say, as the end of a sentence about the change. */
export function releaseReason({ release, count, total }: ReleaseErrors): string {
  const share =
    count < total
      ? `${count} of ${total} new errors come`
      : count <= 2
        ? ['the new error comes', 'both new errors come'][count - 1]
        : `all ${count} new errors come`
  return `came with the release ${release}, which ${share} from`
}

const liveReasons = {
  exact: 'was deployed',
  contained: 'was part of a later deployment',
  never: 'was not deployed to any service that it touches',
  unknown: 'may be live or not: no deployment of its repository is known',
}

function timeReason({ features }: Pick<ReadChange, 'features'>): string {
  if ((features.after ?? 0) > 0) return 'came after the trouble began'
  const doublings = features.lag ?? 0
  const minutes = Math.round(2 ** doublings - 1)
  if (minutes < 1) return 'took effect as the trouble began'
  return doublings >= lagMax
    ? 'took effect more than four hours before the trouble began'
    : `took effect ${durationOf(minutes * minuteMs)} before the trouble began`
}

/** What it could break; what makes it harmless is no reason for it. */
function mechanismReason({ finding, benign, features }: ReadChange): string {
  const fits = (features.mechanism ?? 0) > 0.15
  return fits ? (finding?.sentence ?? '') : (benign ?? '')
}

function momentReason({ moment, features }: ReadChange): string {
  if (moment.stepped && moment.step >= Math.max(moment.slope, moment.newLog))
    return `right after it, ${labelOf(moment.stepped)} on ${moment.stepped.service} jumped to another level`
  if (moment.climbing && moment.slope >= moment.newLog)
    return `right after it, ${labelOf(moment.climbing)} on ${moment.climbing.service} began to drift`
  if (moment.said) return `right after it, ${moment.said.service} logged lines that were not seen before`
  return (features.clean ?? 0) > 0 ? 'ran unremarkably until the trouble began' : ''
}

function wordsReason({ shared }: ReadChange): string {
  const { cited, words } = shared
  if (cited) return `changes \`${cited.name}\`, which the errors name`
  return words.length > 0 ? `shares rare words with what is reported: ${words.join(', ')}` : ''
}
