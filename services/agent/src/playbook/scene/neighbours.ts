import type { FactPack } from '../../facts/fact-pack.js'
import { textNamesService } from '../text/service-names.js'
import type { Signal } from '../signals/signal.js'

/** Who calls whom, both ways: from spans, and from errors in which one service names another. */
export interface Neighbours {
  callees: (service: string) => readonly string[]
  callers: (service: string) => readonly string[]
}

export function findNeighbours(facts: FactPack, signals: readonly Signal[]): Neighbours {
  const edges = [...spanEdges(facts), ...namedEdges(facts, signals)]
  const pick = (from: 0 | 1, to: 0 | 1) => (service: string) => [
    ...new Set(edges.filter((edge) => edge[from] === service).map((edge) => edge[to])),
  ]
  return { callees: pick(0, 1), callers: pick(1, 0) }
}

type Edge = readonly [caller: string, callee: string]

function spanEdges({ dependencies, failedSpans }: FactPack): Edge[] {
  return [
    ...dependencies.map(({ caller, callee }): Edge => [caller, callee]),
    ...failedSpans.flatMap(({ service, callers }): Edge[] => {
      const caller = callers.find((name) => name !== service)
      return caller === undefined ? [] : [[caller, service]]
    }),
  ].filter(([caller, callee]) => caller !== callee)
}

/** A service whose errors name another one most likely calls it. */
function namedEdges({ services }: FactPack, signals: readonly Signal[]): Edge[] {
  const spoken = signals.filter(({ source, bad }) => bad && source !== 'metric').slice(0, spokenMax)
  return spoken.flatMap(({ service, text }) =>
    services
      .slice(0, servicesMax)
      .filter((other) => other !== service && textNamesService(text, other))
      .map((other): Edge => [service, other]),
  )
}

/** Bounds of the comparison of every message with every name. */
const spokenMax = 300
const servicesMax = 300
