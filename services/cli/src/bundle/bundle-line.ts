import type { Change, Deployment, ExportedKind, SessionRecord } from '@signalbox/contracts'

export const bundleFormat = 'signalbox-incident-bundle'
/** Goes up when a reader of the older form could not make sense of the newer one. */
export const bundleVersion = 1

/** A row of telemetry as `GET /api/v1/telemetry/query/export/` answers it. */
export type TelemetryItem = Readonly<Record<string, unknown>>

/**
 * One line of a bundle: gzip over JSON, a line each. The header is the first line and the end the last; between them
 * projects come before telemetry, and telemetry by kind, oldest first.
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

/** Lines of each sort; items by kind. A file that ends without them, or with others, is not whole. */
export type BundleCounts = Readonly<Record<string, number>>

/** What a line counts as. */
export function countedAs(line: BundleLine): string {
  return line.line === 'item' ? line.kind : line.line
}
