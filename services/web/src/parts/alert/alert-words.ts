import type { Alert } from '@signalbox/contracts'
import { formatSignificant } from '../numbers/format-number.js'
import type { Tone } from '../status/status.js'
import { formatDuration } from '../time/format-time.js'

export const alertStateWords: Readonly<Record<Alert['state'], string>> = { firing: 'Firing', resolved: 'Resolved' }

/** Kinds whose condition is met or not: their values are no measurements that mean something to people. */
const withoutValues: ReadonlySet<Alert['kind']> = new Set(['absence', 'check_ins'])

export function hasValues({ kind }: Pick<Alert, 'kind'>): boolean {
  return !withoutValues.has(kind)
}

type AlertTone = Extract<Tone, 'bad' | 'warn'>

export function toneOfSeverity({ severity }: Pick<Alert, 'severity'>): AlertTone {
  return severity === 'critical' ? 'bad' : 'warn'
}

export function toneOfAlert(alert: Pick<Alert, 'state' | 'severity'>): AlertTone | 'ok' {
  return alert.state === 'resolved' ? 'ok' : toneOfSeverity(alert)
}

/** Formats an alert's values as far as its kind determines their unit. */
export function formatOfAlert({ kind }: Pick<Alert, 'kind'>): (value: number) => string {
  return kind === 'p95_latency' ? formatDuration : formatSignificant
}

/** Who was notified when it opened. */
export function describeNotice({ told_at: toldAt, silence }: Pick<Alert, 'told_at' | 'silence'>): string {
  if (toldAt !== null) return 'channels notified'
  return silence === null ? 'no one was notified' : `no one was notified (${silence.replaceAll('_', ' ')})`
}
