import type { Span } from '@signalbox/otlp'
import { AttributeMap } from '../../../container/attribute-map.js'
import { addAttributes, type Origin } from '../../../otlp/origin.js'
import { findCurrentNames } from './semantic-names.js'

const kinds = ['', 'internal', 'server', 'client', 'producer', 'consumer']

/**
 * Attributes of a span: its own, under older names under the current ones as well; then what the span says outside of
 * them, and what is repeated of its resource.
 */
export function toSpanAttributes(span: Span, { scope, repeated }: Origin): Record<string, string> {
  const map = new AttributeMap()
  addAttributes(map, span.attributes)
  const own = map.toRecord()
  for (const [name, value] of findCurrentNames(own)) map.set(name, value)
  map.set('span.kind', textOrUndefined(kinds[span.kind] ?? ''))
  map.set('sentry.op', categoryOf(map.toRecord(), span.kind))
  map.set('otel.status_description', textOrUndefined(span.statusMessage))
  map.set('otel.trace_state', textOrUndefined(span.traceState))
  map.set('otel.scope.name', textOrUndefined(scope.name))
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

/** What tells the category of an operation, the most telling first. */
const categories: readonly (readonly [attribute: string, category: string])[] = [
  ['db.system.name', 'db'],
  ['messaging.system', 'queue'],
  ['rpc.system', 'rpc'],
]

/** The category as error-reporting SDKs name it, so that both show alike in a trace. */
function categoryOf(attributes: Readonly<Record<string, string>>, kind: number): string | undefined {
  const found = categories.find(([attribute]) => attributes[attribute] !== undefined)
  if (found !== undefined) return found[1]
  if (attributes['http.request.method'] === undefined) return undefined
  if (kind === 2) return 'http.server'
  return kind === 3 ? 'http.client' : undefined
}
