import type { ErrorGroupFacts, FactPack } from '../../facts/fact-pack.js'
import type { Signal } from './signal.js'
import { symptomsOfText } from './symptom-kinds.js'

/** A known error counts when there is so many times as much of it as before. */
const raisedRatio = 3

/** Errors that are new, that came back, or that became many. */
export function readErrorSignals({ errorGroups, window, alert }: FactPack): Signal[] {
  const before = Math.max(1, alert.firedAt - 3_600_000 - window.start)
  const after = Math.max(1, window.end - (alert.firedAt - 3_600_000))
  const isRaised = (group: ErrorGroupFacts) =>
    group.state !== 'known' ||
    (group.count - group.countBefore) / after > (raisedRatio * Math.max(1, group.countBefore)) / before
  return errorGroups.filter(isRaised).map((group) => {
    const text = `${group.type}: ${group.message}`
    return {
      service: group.service,
      source: 'error',
      at: Math.max(group.firstSeenAt, window.start),
      kinds: symptomsOfText(text),
      bad: true,
      what: `${group.state === 'known' ? 'more' : group.state} error "${text.slice(0, 120)}"`,
      text,
      count: group.count,
      ratio: 1,
      direction: 'up',
      evidence: group.evidence,
    }
  })
}
