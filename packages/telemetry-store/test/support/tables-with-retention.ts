import type { RetentionDays } from '@signalbox/contracts'
import { tables } from '@signalbox/telemetry-store'

/** Tables whose retention a kind sets, in the order of `tables`. */
export function tablesWithRetention(kind: keyof RetentionDays): string[] {
  return Object.values(tables).flatMap(({ name, retention }) => (retention.kind === kind ? [name] : []))
}
