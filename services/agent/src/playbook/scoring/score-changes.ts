import { minuteMs, type Change } from '@signalbox/contracts'
import {
  findLiveness,
  isSameRollout,
  isSameSha,
  readDeployments,
  type Deployment,
  type Liveness,
} from '../changes/deployments.js'
import { readEdit } from '../changes/edit.js'
import { dateByErrors, readReleaseErrors, type ReleaseErrors } from '../changes/releases.js'
import { readFlagFlips, type FlagFlip } from '../changes/flags.js'
import type { Pieces } from '../../investigation/pieces.js'
import type { Scene } from '../scene/scene.js'
import { dataStart } from '../departures/data-start.js'
import { readDiffFeatures, readTime } from './change-features.js'
import { explainChange } from './explain-change.js'
import type { ChangeHypothesis, UnknownHypothesis } from './hypothesis.js'
import { createMomentReader, type MomentReader } from './moments.js'
import { markOnlyChanges } from './only-change.js'
import { createPlaceReader } from './places.js'
import type { DatedChange, ReadChange } from './read-change.js'
import { citedName } from './score-words.js'
import { readSymptomWords, shareWords, type SymptomWords } from './symptom-words.js'
import { readVocabulary, type Vocabulary } from './vocabulary.js'

/**
 * A flag matters for the change it guards if it was toggled at most this long before the onset, or this long after it.
 */
const flipMs = { before: 45 * minuteMs, after: 3 * minuteMs }
/** Maximum characters of diffs read in full, deployed changes first; of the rest only the beginning is read. */
const wholeCharactersMax = 1_000_000
const headCharacters = 8_000
const blameable: ReadonlySet<Change['kind']> = new Set(['commit', 'config', 'infrastructure', 'flag', 'other'])

/** Total rarity of a few shared words; if every change has less than this, the maximum is no yardstick. */
const fewWords = 1.5
const wordsMostMin = 0.7

interface Grounds {
  scene: Scene
  start: number
  deployments: readonly Deployment[]
  flips: readonly FlagFlip[]
  vocabulary: Vocabulary
  words: SymptomWords
  moments: MomentReader
  readPlace: ReturnType<typeof createPlaceReader>
}

/**
 * Scores every candidate change.
 * @param firstFailing Judged by telemetry alone.
 */
export function* scoreChanges(scene: Scene, firstFailing: string | null): Pieces<ChangeHypothesis[]> {
  const { changes } = scene.facts
  const candidates = changes.filter(({ kind }) => blameable.has(kind))
  const grounds = yield* readGrounds(scene, candidates, firstFailing)
  const dated = candidates.map((change) => dateChange(grounds, change))
  const order = dated.sort((a, b) => Number(b.live.how === 'exact') - Number(a.live.how === 'exact'))
  let left = wholeCharactersMax
  const read: ReadChange[] = []
  for (const one of order) {
    const whole = one.change.diff ?? ''
    const diff = left > 0 ? whole : whole.slice(0, headCharacters)
    left -= diff.length
    read.push(readChange(grounds, one, diff === '' ? null : diff))
    yield
  }
  const guarded = new Set(read.flatMap(({ flag }) => (flag === null ? [] : [flag.change.change_id])))
  const compared = compareWords(read.filter(({ change }) => !guarded.has(change.change_id)))
  return markOnlyChanges(compared, { scene, firstFailing, deployments: grounds.deployments }).map(explainChange)
}

function* readGrounds(scene: Scene, candidates: readonly Change[], firstFailing: string | null): Pieces<Grounds> {
  const { facts, related, affected, onset } = scene
  const { changes, alert } = facts
  const until = Math.max(alert.firedAt, onset ?? 0)
  const texts = candidates.flatMap(({ diff, title }) => (diff === null ? [] : [`${title}\n${diff}`]))
  return {
    scene,
    start: dataStart(facts),
    deployments: dateByErrors(readDeployments(changes), scene),
    flips: readFlagFlips(changes),
    vocabulary: yield* readVocabulary(scene, candidates),
    words: yield* readSymptomWords(scene, texts),
    moments: createMomentReader(facts, { related: new Set([...related, ...affected]), until, onset }),
    readPlace: createPlaceReader(scene, firstFailing),
  }
}

function dateChange({ scene, deployments, flips }: Grounds, change: Change): DatedChange {
  const live = findLiveness(change, deployments)
  const flag = change.kind === 'commit' ? guardingFlag(change, flips, scene) : null
  return { change, live, flag, since: flag && flag.at >= live.at ? flag.at : live.at }
}

function readChange(grounds: Grounds, { change, live, flag, since }: DatedChange, diff: string | null): ReadChange {
  const { scene, start, vocabulary, words, moments, readPlace } = grounds
  const edit = readEdit(diff, change.files)
  const moment = moments.readAt(since, live.services)
  const { features: inDiff, finding, benign } = readDiffFeatures(scene, change, edit)
  const place = readPlace(change, live)
  const common = shareWords(words, { edit, since })
  const release = releaseOf(grounds, live)
  const cited = citedName(vocabulary, change.files, edit)
  return {
    change,
    live,
    flag,
    since,
    edit,
    finding,
    moment,
    benign,
    shared: { ...common, cited },
    release,
    placeReason: place.reason,
    features: {
      live: liveness[live.how],
      ...readTime(scene, { since, moment, start }),
      ...(flag && { flag: 1 }),
      ...(release && { release: release.weight }),
      ...place.features,
      ...inDiff,
      literal: common.literal,
      ...(cited && { cited: 1 }),
    },
  }
}

const liveness: Readonly<Record<Liveness['how'], number>> = { exact: 1, contained: 0.5, unknown: 0.6, never: 0 }

/** Among the deployments that contained a change, the release errors that implicate it most. */
function releaseOf({ scene, deployments }: Grounds, live: Liveness): ReleaseErrors | null {
  return live.deployments
    .flatMap((deployment) => readReleaseErrors(scene, deployment, deployments) ?? [])
    .reduce<ReleaseErrors | null>((most, one) => (most && most.weight >= one.weight ? most : one), null)
}

/** Shared words count by their number, and relative to the most that any possible culprit shares. */
function compareWords(read: readonly ReadChange[]): ReadChange[] {
  const possible = read.filter(({ features }) => (features.live ?? 0) > 0 && (features.after ?? 0) < 0.5)
  const most = Math.max(wordsMostMin, ...possible.map(({ shared }) => shared.changed))
  return read.map((one) => {
    const { changed } = one.shared
    const words = Math.min(1, changed / most) * (1 - Math.exp(-changed / fewWords))
    return { ...one, features: { ...one.features, words } }
  })
}

/** @returns The flag mentioned in the diff that was toggled near the onset, preferably the last one before it. */
function guardingFlag({ diff }: Change, flips: readonly FlagFlip[], { onset }: Scene): FlagFlip | null {
  if (onset === null || diff === null) return null
  const near = flips.filter(
    ({ name, at }) =>
      name.length > 3 && at >= onset - flipMs.before && at <= onset + flipMs.after && diff.includes(name),
  )
  return near.at(-1) ?? null
}

/** Scores deployments whose commits were never announced: nothing is known about their content. */
export function* scoreUnknownDeployments(scene: Scene, firstFailing: string | null): Pieces<UnknownHypothesis[]> {
  const { changes } = scene.facts
  const commits = changes.filter(({ kind }) => kind === 'commit')
  const isUnknown = ({ sha }: Deployment) => sha === null || !commits.some(({ id }) => isSameSha(id, sha))
  if (!readDeployments(changes).some(isUnknown)) return []
  const { moments, readPlace, start, deployments } = yield* readGrounds(scene, [], firstFailing)
  const unknown = deployments.filter(isUnknown)
  const once = unknown.filter((one, index) => !unknown.slice(0, index).some((other) => isSameRollout(one, other)))
  return once.flatMap((deployment): UnknownHypothesis[] => {
    const change = changes.find(({ change_id: id }) => id === deployment.changeId)
    if (!change) return []
    const { at, service } = deployment
    const services = service === null ? [] : [service]
    const moment = moments.readAt(at, services)
    const place = readPlace(change, { how: 'exact', at, services, deployments: [deployment] })
    const release = readReleaseErrors(scene, deployment, deployments)
    const features = {
      unknownLive: 1,
      ...readTime(scene, { since: at, moment, start }),
      ...place.features,
      ...(release && { release: release.weight }),
    }
    return [{ kind: 'unknown-deployment', change, since: at, release, features, ...unscored }]
  })
}

const unscored = { parts: [], score: 0, probability: 0 } as const
