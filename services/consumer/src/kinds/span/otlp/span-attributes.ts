import type { Span } from '@signalbox/otlp'
import { AttributeMap } from '../../../container/attribute-map.js'
import { addAttributes, addScope, type Origin } from '../../../otlp/origin.js'
import { findOtherNames } from './semantic-names.js'

const kinds = ['', 'internal', 'server', 'client', 'producer', 'consumer']

/**
 * Returns the stored attributes of a span: its own, under the names of both generations; then fields that OTLP has
 * outside the attributes, and the resource attributes repeated in every item.
 */
export function toSpanAttributes(span: Span, { scope, repeated }: Origin): Record<string, string> {
  const map = new AttributeMap()
  addAttributes(map, span.attributes)
  map.setAll(findOtherNames(map.toRecord(), span.kind))
  map.set('span.kind', textOrUndefined(kinds[span.kind] ?? ''))
  map.set('sentry.op', categoryOf(map.toRecord(), span.kind))
  map.set('otel.status_description', textOrUndefined(span.statusMessage))
  map.set('otel.trace_state', textOrUndefined(span.traceState))
  addScope(map, scope)
  map.set('otel.scope.version', textOrUndefined(scope.version))
  map.set('otel.dropped_attributes_count', countOrUndefined(span.droppedAttributes))
  map.set('otel.dropped_events_count', countOrUndefined(span.droppedEvents))
  map.set('otel.dropped_links_count', countOrUndefined(span.droppedLinks))
  map.setAll(repeated)
  return map.toRecord()
}

function textOrUndefined(text: string): string | undefined {
  return text === '' ? undefined : text
}

function countOrUndefined(count: number): number | undefined {
  return count === 0 ? undefined : count
}

/** Attributes that determine the category of an operation, most specific first. */
const categories: readonly (readonly [attribute: string, category: string])[] = [
  ['db.system.name', 'db'],
  ['messaging.system', 'queue'],
  ['rpc.system', 'rpc'],
]

/** The category in the terms of error-reporting SDKs, so that both look alike in a trace. */
function categoryOf(attributes: Readonly<Record<string, string>>, kind: number): string | undefined {
  const found = categories.find(([attribute]) => attributes[attribute] !== undefined)
  if (found !== undefined) return found[1]
  if (attributes['http.request.method'] === undefined) return undefined
  if (kind === 2) return 'http.server'
  return kind === 3 ? 'http.client' : undefined
}
