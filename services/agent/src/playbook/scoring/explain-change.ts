import { minuteMs } from '@signalbox/contracts'
import { lagMax } from './change-features.js'
import { featureNames, type FeatureName, type Features } from './features.js'
import type { ChangeHypothesis, Reason, ScorePart, UnknownHypothesis } from './hypothesis.js'
import type { ReleaseErrors } from '../changes/releases.js'
import { learnedWeights } from './learned-weights.js'
import type { ReadChange } from './read-change.js'
import type { LogPatternFacts, SeriesFacts } from '../../facts/fact-pack.js'
import { durationOf } from '../../wording/durations.js'
import { shorten } from '../text/shorten.js'
import { labelOf } from '../text/series-label.js'

/** The score part that each feature belongs to. */
const partOf = {
  live: 'live',
  unknownLive: 'live',
  after: 'time',
  lag: 'time',
  old: 'time',
  onlyChange: 'alone',
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

/** Weights the features of a change and explains each part of its score. */
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

/** Like `explainChange`, for a deployment whose commit is unknown: only its time, place and errors are known. */
export function explainUnknown(unknown: UnknownHypothesis): UnknownHypothesis {
  const { features, release } = unknown
  const reasons: Partial<Record<ScorePart['name'], Reason | null>> = {
    time: timeReason(unknown),
    release: release === null ? null : inFavor(releaseReason(release)),
  }
  const parts = [...sumByPart(features)].map(([name, score]) => ({ name, score, reason: reasons[name] ?? null }))
  return { ...unknown, parts, score: scoreOf(features) }
}

/** Weighted sum of the features, in log-odds. */
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

function reasonOf(name: ScorePart['name'], read: ReadChange): Reason | null {
  const reasons: Partial<Record<ScorePart['name'], (one: ReadChange) => Reason | null>> = {
    live: ({ live: { how } }) => liveReasons[how],
    time: timeReason,
    alone: () => inFavor('Nothing else changed on the affected services around that time.'),
    moment: momentReason,
    place: ({ placeReason }) => (placeReason === '' ? null : inFavor(placeReason)),
    flag: ({ flag }) =>
      flag === null ? null : inFavor(`It is behind the flag ${flag.name}, which was switched around that time.`),
    mechanism: mechanismReason,
    words: wordsReason,
    release: ({ release: errors }) => (errors === null ? null : inFavor(releaseReason(errors))),
  }
  return reasons[name]?.(read) ?? null
}

function inFavor(text: string): Reason {
  return { text, side: 'for' }
}

function against(text: string): Reason {
  return { text, side: 'against' }
}

/** @returns What the releases of the errors imply, as a sentence about the change. */
export function releaseReason({ release, count, total }: ReleaseErrors): string {
  const share =
    count < total
      ? `${count} of ${total} new errors come`
      : count <= 2
        ? ['The new error comes', 'Both new errors come'][count - 1]
        : `All ${count} new errors come`
  return `${share} from its release, ${release}.`
}

/** That a suspect is live goes without saying. */
const liveReasons = {
  exact: null,
  contained: null,
  never: against('It was not deployed to any service it touches.'),
  unknown: against('It may not be live: no deployment of its repository is recorded.'),
} as const

function timeReason({ features }: Pick<ReadChange, 'features'>): Reason {
  if ((features.after ?? 0) > 0) return against('It took effect after the problem started.')
  const doublings = features.lag ?? 0
  const minutes = Math.round(2 ** doublings - 1)
  if (minutes <= 1) return inFavor('It took effect as the problem started.')
  return doublings >= lagMax
    ? against('It had been live for more than four hours when the problem started.')
    : inFavor(`It took effect ${durationOf(minutes * minuteMs)} before the problem started.`)
}

/** What it could break, or what makes it harmless. */
function mechanismReason({ finding, benign, features }: ReadChange): Reason | null {
  const fits = (features.mechanism ?? 0) > 0.15
  if (fits && finding !== null) return inFavor(`It ${finding.sentence}.`)
  if (benign) return against(`It ${benign}.`)
  if ((features.schedule ?? 0) > 0) return inFavor('It changes when something is scheduled to run.')
  return (features.removed ?? 0) >= removedMin ? inFavor('It removes code or settings without a replacement.') : null
}

/** Minimum share of removed words that don't reappear. */
const removedMin = 0.6

function momentReason({ moment, features }: ReadChange): Reason | null {
  if (moment.stepped && moment.step >= Math.max(moment.slope, moment.newLog))
    return inFavor(`Right after it took effect, ${nameOf(moment.stepped)} ${moment.isFall ? 'dropped' : 'jumped'}.`)
  if (moment.climbing && moment.slope >= moment.newLog)
    return inFavor(`Right after it took effect, ${nameOf(moment.climbing)} started to drift.`)
  if (moment.said)
    return inFavor(`Right after it took effect, ${moment.said.service} started logging "${lineOf(moment.said)}".`)
  return (features.clean ?? 0) > 0 ? against('It ran without any visible effect until the problem started.') : null
}

function lineOf({ examples, pattern }: LogPatternFacts): string {
  return shorten((examples[0]?.body ?? pattern).replaceAll('"', "'"))
}

function nameOf(series: Pick<SeriesFacts, 'source' | 'metric' | 'service'>): string {
  const label = labelOf(series)
  return `${label === series.metric ? label : `the ${label}`} on ${series.service}`
}

function wordsReason({ shared, features }: ReadChange): Reason | null {
  const { cited, words } = shared
  if (cited) return inFavor(`It changes \`${cited.name}\`, which appears in the errors.`)
  if (words.length === 0)
    return (features.literal ?? 0) > 0
      ? inFavor('It adds a name that telemetry first mentions after it took effect.')
      : null
  const shown = words.some(isRecognizable) ? words.filter(isRecognizable) : words
  return inFavor(`Its diff and the errors share rare words: ${shown.map((word) => `"${word}"`).join(', ')}.`)
}

/** Shorter stems, such as those of abbreviations, confuse rather than explain. */
function isRecognizable(word: string): boolean {
  return word.length > 3
}
