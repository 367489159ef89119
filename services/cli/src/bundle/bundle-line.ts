import type { Change, Deployment, ExportedKind, SessionRecord } from '@signalbox/contracts'

export const bundleFormat = 'signalbox-incident-bundle'
/** Incremented when readers of the previous version cannot interpret the new one. */
export const bundleVersion = 1

/** A telemetry row as returned by `GET /api/v1/telemetry/query/export/`. */
export type TelemetryItem = Readonly<Record<string, unknown>>

/**
 * One line of a bundle, which is gzip-compressed JSON lines. The header comes first and the end line last; in between,
 * projects precede telemetry, which is ordered by kind, oldest first.
 */
export type BundleLine =
  | { line: 'header'; format: string; version: number; start: string; end: string; created_at: string }
  | { line: 'project'; id: string; name: string }
  | { line: 'item'; kind: ExportedKind; item: TelemetryItem }
  | { line: 'change'; change: Change }
  | { line: 'deployment'; deployment: Deployment }
  | { line: 'session'; record: SessionRecord }
  | { line: 'end'; counts: BundleCounts }

export type BundleHeader = Extract<BundleLine, { line: 'header' }>

/** Number of lines by sort, and of items by kind. A file whose end line is missing or differs is incomplete. */
export type BundleCounts = Readonly<Record<string, number>>

/** The sort under which a line is counted. */
export function countedAs(line: BundleLine): string {
  return line.line === 'item' ? line.kind : line.line
}
