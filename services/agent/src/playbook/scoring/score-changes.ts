import type { Change } from '@signalbox/contracts'
import { findLiveness, readDeployments, type Deployment, type Liveness } from '../changes/deployments.js'
import { readEdit } from '../changes/edit.js'
import { readFlagFlips, type FlagFlip } from '../changes/flags.js'
import type { Scene } from '../scene/scene.js'
import { sumParts, type ChangeHypothesis, type ScorePart } from './hypothesis.js'
import { scoreMechanism } from './score-mechanism.js'
import { scorePlace } from './score-place.js'
import { scoreTime } from './score-time.js'
import { scoreWords } from './score-words.js'
import { readVocabulary, type Vocabulary } from './vocabulary.js'
import { weights } from './weights.js'

/** A flag counts for what it guards when it was switched so near to the onset. */
const flipMsMax = 15 * 60_000
/** Diffs are read whole, the likeliest first, until so many characters are read; of the others only the beginning. */
const wholeCharactersMax = 1_000_000
const headCharacters = 8_000
const blameable: ReadonlySet<Change['kind']> = new Set(['commit', 'config', 'infrastructure', 'flag', 'other'])

/**
 * Judges every change that could be to blame.
 * @param isExplained Whether something from outside shows that could explain it all.
 */
export function scoreChanges(scene: Scene, isExplained: boolean): ChangeHypothesis[] {
  const { changes } = scene.facts
  const candidates = changes.filter(({ kind }) => blameable.has(kind))
  const grounds = {
    scene,
    isExplained,
    deployments: readDeployments(changes),
    flips: readFlagFlips(changes),
    vocabulary: readVocabulary(scene, candidates),
  }
  const judged = candidates.map((change) => judgeCircumstances(grounds, change))
  let left = wholeCharactersMax
  return [...judged]
    .sort((a, b) => b.score - a.score)
    .map((hypothesis) => {
      if (hypothesis.score < weights.hopeless) return hypothesis
      const whole = hypothesis.change.diff ?? ''
      const diff = left > 0 ? whole : whole.slice(0, headCharacters)
      left -= diff.length
      return judgeDiff(grounds, hypothesis, diff === '' ? null : diff)
    })
}

interface Grounds {
  scene: Scene
  isExplained: boolean
  deployments: readonly Deployment[]
  flips: readonly FlagFlip[]
  vocabulary: Vocabulary
}

/** What speaks for a change before its diff is read. */
function judgeCircumstances({ scene, deployments, flips }: Grounds, change: Change): ChangeHypothesis {
  const live = findLiveness(change, deployments)
  const flag = change.kind === 'commit' ? guardingFlag(change, flips, scene) : null
  const since = flag && flag.at >= live.at ? flag.at : live.at
  const parts: ScorePart[] = [
    { name: 'prior', score: weights.priorOfChange, reason: 'most changes break nothing' },
    scoreLive(live),
    scoreTime(scene, since),
    scorePlace(scene, change, live),
    ...(flag ? [{ name: 'flag' as const, score: weights.flag, reason: `stands behind the flag ${flag.name}` }] : []),
  ]
  return { kind: 'change', change, live, since, flag, finding: null, isNamed: false, ...sumParts(parts) }
}

function judgeDiff(
  { scene, isExplained, vocabulary }: Grounds,
  hypothesis: ChangeHypothesis,
  diff: string | null,
): ChangeHypothesis {
  const { change, parts, flag } = hypothesis
  const edit = readEdit(diff, change.files)
  const { part: mechanism, finding } = scoreMechanism(scene, edit, flag !== null && !isExplained)
  const { part: words, isNamed } = scoreWords(vocabulary, change, edit)
  return { ...hypothesis, finding, isNamed, ...sumParts([...parts, mechanism, words]) }
}

function scoreLive({ how }: Liveness): ScorePart {
  const reasons = {
    exact: 'was deployed',
    contained: 'was part of a later deployment',
    never: 'was not deployed to what it touches',
    unknown: 'no deployments are known',
  }
  return { name: 'live', score: weights.live[how], reason: reasons[how] }
}

/** @returns a flag that the diff adds a question for and that was switched as the trouble began. */
function guardingFlag({ diff }: Change, flips: readonly FlagFlip[], { onset }: Scene): FlagFlip | null {
  if (onset === null || diff === null) return null
  const isAsked = (name: string) => diff.split('\n').some((line) => line.startsWith('+') && line.includes(name))
  const near = flips.filter(
    ({ name, at }) => name.length > 3 && Math.abs(at - onset) <= flipMsMax && diff.includes(name),
  )
  return near.find(({ name }) => isAsked(name)) ?? null
}
