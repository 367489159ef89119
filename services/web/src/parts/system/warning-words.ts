import type { WarningKind } from '@signalbox/contracts'

/** What the server warns of, in a few words; it says the rest itself. */
export const warningWords: Readonly<Record<WarningKind, string>> = {
  log_full: 'The event log takes nothing, telemetry is refused',
  requests_refused: 'Requests are refused',
  key_rate_limited: 'A key sends more than it may',
  dead_letters: 'Items could not be processed',
  consumer_behind: 'What is sent is stored late',
  channel_failing: 'Notices do not reach a channel',
  disk_low: 'The disk is nearly full',
}

/** Those by which telemetry is lost now or soon. */
export const gravest: readonly WarningKind[] = ['log_full', 'disk_low', 'dead_letters']
