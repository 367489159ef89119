import type { Change } from '@signalbox/contracts'
import type { Edit } from '../changes/edit.js'
import { fileKind, isInert } from '../changes/file-kind.js'
import { findBenign } from '../mechanisms/benign.js'
import { findMechanisms } from '../mechanisms/find-mechanisms.js'
import type { Finding } from '../mechanisms/mechanism.js'
import type { Scene } from '../scene/scene.js'
import { tellingWords } from '../text/words.js'
import type { Features } from './features.js'
import type { Moment } from './moments.js'
import { fitOf } from './fit.js'

const minuteMs = 60_000
const soonMs = 15 * minuteMs
/** How much later than the onset something may have taken effect and still not be after it; surely after it. */
const late = { graceMs: 1.5 * minuteMs, sureMs: 6 * minuteMs }
/** When the trouble came so much later, something should have moved at once. */
const cleanMs = 30 * minuteMs
/** What is changed here may show much later: when something expires, is renewed, fills up or is due. */
const slow =
  /cron|schedul|interval|trigger|ttl|expir|max[-_ ]?age|cache|retention|policy|policies|egress|ingress|allow|deny|iam|role|key|partition|hash|shard|label|cardinality|limit|quota|max|size|pool|encod|charset|retry|retries|attempts|backoff|resources|memory|cpu|threads|visibility|timezone|zone/i
const schedule = /\bcron|schedul|\btrigger|@daily|@hourly|time ?zone|\bTZ\b|every\(|interval/i
const interfaces =
  /\.(css|scss|sass|less|svg|png|html?|hbs|ejs|twig|blade\.php|erb|liquid|tsx|vue|svelte)$|(^|\/)(views?|templates?|components?|pages|storybook|i18n|locales?|translations?|styles?|theme)\//i

/** When a change took effect, in relation to the trouble. @param start When what is known begins, Unix milliseconds. */
export function readTime(
  { onset }: Scene,
  { since, moment, edit, start }: { since: number; moment: Moment; edit: Edit; start: number },
): Features {
  if (onset === null) return {}
  const lag = onset - since
  const after = Math.min(1, Math.max(0, (-lag - late.graceMs) / (late.sureMs - late.graceMs)))
  if (after > 0) return { after }
  const doublings = Math.min(10, Math.log2(1 + Math.max(0, lag) / minuteMs))
  const mayWait = [...edit.removed, ...edit.added].some(({ code }) => slow.test(code))
  const moved = moment.step + moment.slope + moment.newLog
  return {
    ...(mayWait ? { lagSlow: doublings } : { lag: doublings }),
    ...(lag <= soonMs && { soon: 1 }),
    ...(since < start && { old: 1 }),
    ...(lag > cleanMs && since >= start && moved < 0.1 && { clean: 1 }),
    step: moment.step,
    slope: moment.slope,
    newLog: moment.newLog,
  }
}

/** What the diff itself says. */
export interface DiffReading {
  features: Features
  finding: Finding | null
  /** Why it can hardly be to blame; undefined when nothing speaks for that. */
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
    finding: best?.finding ?? null,
    benign: benign?.reason,
    features: {
      mechanism: best === undefined ? 0 : Math.min(1.2, best.score / 3),
      removed: removedShare(edit),
      ...(changed.some((code) => schedule.test(code)) && { schedule: 1 }),
      ...(!edit.known && { unseen: 1 }),
      ...(benign !== undefined && benign.weight <= -4 && { benign: 1 }),
      ...(isOfPages && { looks: 1 }),
      ...(benign?.isLogging && { logsOnly: 1 }),
      ...(edit.known && edit.removed.length === 0 && edit.added.length > 0 && { additive: 1 }),
    },
  }
}

/** Share of the words of removed lines that do not come back, less for few. */
function removedShare({ removed, added }: Edit): number {
  const before = tellingWords(removed.map(({ code }) => code).join('\n'))
  const after = tellingWords(added.map(({ code }) => code).join('\n'))
  const gone = [...before].filter((word) => !after.has(word)).length
  return before.size === 0 ? 0 : (gone / before.size) * Math.min(1, gone / 4)
}
