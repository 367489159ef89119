import type { WarningKind } from '@signalbox/contracts'

/** Short texts of server warnings; the server provides the details. */
export const warningWords: Readonly<Record<WarningKind, string>> = {
  log_full: 'The event log is full and rejects telemetry',
  requests_refused: 'Requests are being rejected',
  key_rate_limited: 'A key exceeds its rate limit',
  dead_letters: 'Items could not be processed',
  rules_skipped: 'Grouping rules take too long',
  consumer_behind: 'Ingestion is behind',
  channel_failing: 'A channel isn’t receiving notifications',
  disk_low: 'The disk is nearly full',
}

/** Warnings about telemetry being lost now or soon. */
export const criticalWarnings: readonly WarningKind[] = ['log_full', 'disk_low', 'dead_letters']
