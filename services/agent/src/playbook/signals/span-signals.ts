import type { FactPack, FailedSpanFacts } from '../../facts/fact-pack.js'
import type { Signal } from './signal.js'
import { symptomsOfText } from './symptom-kinds.js'

/** Operations with failing spans: one signal each, from the first failure on. */
export function readSpanSignals({ failedSpans }: FactPack): Signal[] {
  const operations = new Map<string, FailedSpanFacts[]>()
  for (const span of failedSpans) {
    const key = `${span.service} ${span.operation}`
    operations.set(key, [...(operations.get(key) ?? []), span])
  }
  return [...operations.values()].map(toSignal)
}

function toSignal(spans: readonly FailedSpanFacts[]): Signal {
  const first = spans.reduce((earliest, span) => (span.at < earliest.at ? span : earliest))
  const said = [...new Set(spans.map(saidBySpan))].filter((text) => text !== '').join('; ')
  return {
    service: first.service,
    source: 'span',
    at: first.at,
    kinds: symptomsOfText(said),
    bad: true,
    what: `${first.operation} failed${said === '' ? '' : `: ${said.slice(0, 120)}`}`,
    text: said,
    count: spans.length,
    ratio: 1,
    direction: 'up',
    evidence: first.evidence,
  }
}

/** What the span says of its failure. */
export function saidBySpan({ attributes }: FailedSpanFacts): string {
  return Object.entries(attributes)
    .filter(([name]) => /error|exception|message|status\.description|db\.statement|db\.query/i.test(name))
    .map(([, value]) => value)
    .join(' ')
}
