import { isInert } from '../changes/file-kind.js'
import type { Edit } from '../changes/edit.js'
import type { Finding } from './mechanism.js'
import { isPureRename } from './pure-rename.js'

/** Why an edit is almost certainly harmless, in log-odds below zero. */
export interface Benign {
  /** A predicate for people whose subject is the change; empty for a guess that would explain nothing. */
  reason: string
  /** True if it only touches logs or metrics. */
  isLogging?: true
  weight: number
  /** True if the only reason is that it adds a condition. */
  isGuard?: true
}

const logging =
  /log|metric|prometheus|counter|histogram|gauge|trace|span|otel|telemetry|attribute|health|ready|debug|print|statsd|sentry/i
const guard = /^(\}? ?else )?if\b.*|^(unless|guard|assert|require|when)\b/
const leaves = /\b(return|throw|raise|continue|break|panic)\b/

/** @returns Why an edit is harmless; undefined if nothing suggests that it is. */
export function findBenign(edit: Edit, findings: readonly Finding[]): Benign | undefined {
  const { kinds, removed, added, known, reordered } = edit
  if (kinds.length > 0 && kinds.every(isInert)) return { reason: 'only touches tests, docs or build files', weight: -4 }
  if (!known) return { reason: '', weight: -1.5 }
  if (removed.length === 0 && added.length === 0) {
    return reordered.length > 0 && findings.length > 0
      ? undefined
      : { reason: 'only moves lines or changes comments', weight: -4 }
  }
  if (kinds.length > 0 && kinds.every((kind) => kind === 'style'))
    return { reason: 'only changes styling', weight: -2.5 }
  if (isPureRename(edit)) return { reason: 'only renames variables', weight: -4 }
  const lines = [...removed, ...added]
  if (findings.length > 0 && Math.max(...findings.map(({ weight }) => weight)) >= 1) return undefined
  if (lines.every(({ code }) => logging.test(code) || /^[\])}(]*$/.test(code) || /^"/.test(code))) {
    return { reason: 'only changes logging or metrics', isLogging: true, weight: -2 }
  }
  if (added.some(({ code }) => guard.test(code)) && added.some(({ code }) => leaves.test(code))) {
    return { reason: '', weight: -1, isGuard: true }
  }
  if (removed.length > 0) return { reason: '', weight: -1.5 }
  return { reason: '', weight: -0.8 }
}
