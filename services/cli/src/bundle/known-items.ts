import { createHash } from 'node:crypto'
import type { ExportedKind } from '@signalbox/contracts'
import type { TelemetryItem } from './bundle-line.js'
import { isImportedByOtlp, importedKind } from './to-otlp.js'

/**
 * Existing items, so that none is sent twice. Items without an id are identified by their content; of identical items,
 * as many count as known as exist.
 */
export class KnownItems {
  readonly #counts = new Map<string, number>()

  add(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  /** True if it exists; each existing item counts only once. */
  take(key: string): boolean {
    const count = this.#counts.get(key) ?? 0
    if (count > 0) this.#counts.set(key, count - 1)
    return count > 0
  }
}

/**
 * Returns a key for an item that is the same in any installation.
 * @param project Name of its project, because ids differ between installations.
 */
export function keyOf(kind: ExportedKind, item: TelemetryItem, project: string): string {
  const said = identify[kind](item, project)
  return createHash('sha256')
    .update(JSON.stringify([kind, project, said]))
    .digest('base64')
}

/** The parts of an item that do not change on its way through an installation. */
const identify: { readonly [Kind in ExportedKind]: (item: TelemetryItem, project: string) => unknown[] } = {
  event: (item) => [item['event_id']],
  span: spanId,
  // OTLP numbers the records within each request.
  log: (item, project) =>
    allOf(isImportedByOtlp('log', item, project !== '') ? { ...item, sequence: undefined } : item),
  sample: allOf,
  app_metric: allOf,
  data_point: (item) => allOf({ ...item, kind: importedKind(item['kind']) }),
}

function spanId({ trace_id: trace, span_id: span, time_us: time }: TelemetryItem): unknown[] {
  return [trace, span, time]
}

function allOf(item: TelemetryItem): unknown[] {
  return Object.entries(item)
    .filter(([name]) => name !== 'project_id')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => [name, isMap(value) ? allOf(value) : value])
}

function isMap(value: unknown): value is TelemetryItem {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
