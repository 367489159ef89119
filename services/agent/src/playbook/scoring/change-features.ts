import { minuteMs, type Change } from '@signalbox/contracts'
import type { Edit } from '../changes/edit.js'
import { fileKind, isInert } from '../changes/file-kind.js'
import { findBenign } from '../mechanisms/benign.js'
import { findMechanisms } from '../mechanisms/find-mechanisms.js'
import type { Finding } from '../mechanisms/mechanism.js'
import type { Scene } from '../scene/scene.js'
import { distinctiveWords } from '../text/words.js'
import type { Features } from './features.js'
import type { Moment } from './moments.js'
import { commonKinds, type SymptomKind } from '../signals/symptom-kinds.js'

/** How long after the onset something may take effect without counting as later, and when it is certainly later. */
const late = { graceMs: 1.5 * minuteMs, sureMs: 6 * minuteMs }
/** If the problem came this much later, something should have moved right away. */
const cleanMs = 30 * minuteMs
/** Maximum lag, in doublings of minutes; beyond it, more makes no difference. Less than a minute is within the error. */
export const lagMax = 8
const schedule = /\bcron|schedul|\btrigger|@daily|@hourly|time ?zone|\bTZ\b|every\(|interval/i
const interfaces =
  /\.(css|scss|sass|less|svg|png|html?|hbs|ejs|twig|blade\.php|erb|liquid|tsx|vue|svelte)$|(^|\/)(views?|templates?|components?|pages|storybook|i18n|locales?|translations?|styles?|theme)\//i

/**
 * Relates the time at which a change took effect to the problem.
 * @param start When the data begins, Unix milliseconds.
 */
export function readTime(
  { onset }: Scene,
  { since, moment, start }: { since: number; moment: Moment; start: number },
): Features {
  if (onset === null) return {}
  const lag = onset - since
  const after = Math.min(1, Math.max(0, (-lag - late.graceMs) / (late.sureMs - late.graceMs)))
  if (after > 0) return { after }
  const moved = moment.step + moment.slope + moment.newLog
  return {
    lag: Math.min(lagMax, Math.log2(1 + Math.max(minuteMs, lag) / minuteMs)),
    ...(since < start && { old: 1 }),
    ...(lag > cleanMs && since >= start && moved < 0.1 && { clean: 1 }),
    step: moment.step,
    slope: moment.slope,
    newLog: moment.newLog,
  }
}

/** Findings from the diff alone. */
export interface DiffReading {
  features: Features
  /** The gravest of them, if the problem shows any symptom that it predicts. */
  finding: Finding | null
  /** Why it is almost certainly harmless; undefined if nothing suggests that it is. */
  benign: string | undefined
}

export function readDiffFeatures(scene: Scene, change: Change, edit: Edit): DiffReading {
  const findings = findMechanisms(edit)
  const benign = findBenign(edit, findings)
  const [best] = findings
    .map((finding) => ({ finding, score: finding.weight * fitOf(scene, finding) }))
    .sort((a, b) => b.score - a.score)
  const changed = [...edit.removed, ...edit.added].map(({ code }) => code)
  const isOfPages =
    change.files.length > 0 && change.files.every((path) => interfaces.test(path) || isInert(fileKind(path)))
  return {
    finding: best !== undefined && isSeen(scene, best.finding) ? best.finding : null,
    benign: benign?.reason,
    features: {
      mechanism: best === undefined ? 0 : Math.min(1.2, best.score / 3),
      removed: removedShare(edit),
      ...(changed.some((code) => schedule.test(code)) && { schedule: 1 }),
      ...(!edit.known && { unseen: 1 }),
      ...(benign !== undefined && benign.weight <= -4 && { benign: 1 }),
      ...((isOfPages || benign?.isLogging) && { looks: 1 }),
    },
  }
}

/** Share of words in removed lines that don't reappear; lower if there are few words. */
function removedShare({ removed, added }: Edit): number {
  const before = distinctiveWords(removed.map(({ code }) => code).join('\n'))
  const after = distinctiveWords(added.map(({ code }) => code).join('\n'))
  const gone = [...before].filter((word) => !after.has(word)).length
  return before.size === 0 ? 0 : (gone / before.size) * Math.min(1, gone / 4)
}

/** Fit of a danger if none of its predicted symptoms is seen; the maximum that ubiquitous symptoms may add. */
const fitMin = 0.2
const commonKind = 0.5

/**
 * True if a symptom that it predicts is seen, other than slowness and errors, which nearly every danger predicts. Without
 * one, a danger explains nothing.
 */
function isSeen({ symptoms }: Scene, { predicts }: Finding): boolean {
  const telling = predicts.filter((kind) => kind !== 'latency' && kind !== 'errors')
  return (telling.length > 0 ? telling : predicts).some((kind) => (symptoms.get(kind) ?? 0) > 0)
}

/** From `fitMin`, if none of the predicted symptoms is seen, to 1. */
function fitOf({ symptoms }: Scene, { predicts }: Finding): number {
  const sum = (kinds: readonly SymptomKind[]) => kinds.reduce((total, kind) => total + (symptoms.get(kind) ?? 0), 0)
  const telling = sum(predicts.filter((kind) => !commonKinds.has(kind)))
  const common = Math.min(commonKind, sum(predicts.filter((kind) => commonKinds.has(kind))))
  const seen = telling + common
  return fitMin + (1 - fitMin) * Math.min(1, seen)
}
