import type { Change } from '@signalbox/contracts'
import { findLiveness, readDeployments, type Deployment, type Liveness } from '../changes/deployments.js'
import { readEdit, type Edit } from '../changes/edit.js'
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
const blameable: ReadonlySet<Change['kind']> = new Set(['commit', 'config', 'infrastructure', 'flag', 'other'])

/** Judges every change that could be to blame. */
export function scoreChanges(scene: Scene): ChangeHypothesis[] {
  const { changes } = scene.facts
  const candidates = changes.filter(({ kind }) => blameable.has(kind))
  const edits = new Map(candidates.map((change) => [change, readEdit(change.diff, change.files)]))
  const grounds = {
    scene,
    deployments: readDeployments(changes),
    flips: readFlagFlips(changes),
    vocabulary: readVocabulary(scene, edits),
  }
  return [...edits].map(([change, edit]) => scoreChange(grounds, change, edit))
}

interface Grounds {
  scene: Scene
  deployments: readonly Deployment[]
  flips: readonly FlagFlip[]
  vocabulary: Vocabulary
}

function scoreChange({ scene, deployments, flips, vocabulary }: Grounds, change: Change, edit: Edit): ChangeHypothesis {
  const live = findLiveness(change, deployments)
  const flag = change.kind === 'commit' ? guardingFlag(edit, flips, scene) : null
  const since = flag && flag.at >= live.at ? flag.at : live.at
  const { part: mechanism, finding } = scoreMechanism(scene, edit)
  const { part: words, isNamed } = scoreWords(vocabulary, change, edit)
  const parts = [
    { name: 'prior' as const, score: weights.priorOfChange, reason: 'most changes break nothing' },
    scoreLive(live),
    scoreTime(scene, since),
    scorePlace(scene, change, live),
    mechanism,
    words,
    ...(flag
      ? [{ name: 'flag' as const, score: weights.flag, reason: `stands behind the flag ${flag.name}, switched then` }]
      : []),
  ]
  return { kind: 'change', change, live, since, flag, finding, isNamed, ...sumParts(parts) }
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

/** @returns a flag that the new code asks for and that was switched as the trouble began. */
function guardingFlag({ added }: Edit, flips: readonly FlagFlip[], { onset }: Scene): FlagFlip | null {
  if (onset === null) return null
  const code = added.map((line) => line.code).join('\n')
  return (
    flips.find(({ name, at }) => name.length > 3 && Math.abs(at - onset) <= flipMsMax && code.includes(name)) ?? null
  )
}
