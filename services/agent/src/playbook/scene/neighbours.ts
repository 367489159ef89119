import type { FactPack } from '../../facts/fact-pack.js'
import { createNameFinder } from '../text/service-names.js'

/** The call graph in both directions: from spans, and from log lines in which one service mentions another. */
export interface Neighbours {
  callees: (service: string) => readonly string[]
  callers: (service: string) => readonly string[]
  /** Services whose log lines mention the service. */
  namedBy: (service: string) => readonly string[]
  /** Hops from one service to another along calls and mentions in either direction; undefined if unreachable. */
  hops: (from: string, to: string) => number | undefined
}

type Edge = readonly [caller: string, callee: string]

export function findNeighbours(facts: FactPack): Neighbours {
  const called = spanEdges(facts)
  const named = namedEdges(facts)
  const edges = [
    ...called,
    ...named.filter(([a, b]) => !called.some(([caller, callee]) => caller === b && callee === a)),
  ]
  const pick = (list: readonly Edge[], from: 0 | 1, to: 0 | 1) => (service: string) => [
    ...new Set(list.filter((edge) => edge[from] === service).map((edge) => edge[to])),
  ]
  return {
    callees: pick(edges, 0, 1),
    callers: pick(edges, 1, 0),
    namedBy: pick(named, 1, 0),
    hops: createHops([...called, ...named]),
  }
}

function spanEdges({ dependencies, spans }: FactPack): Edge[] {
  return [
    ...dependencies.map(({ caller, callee }): Edge => [caller, callee]),
    ...spans.flatMap(({ service, caller }): Edge[] => (caller === null ? [] : [[caller, service]])),
  ].filter(([caller, callee]) => caller !== callee)
}

/** Bounds the comparison of every message with every name. */
const spokenMax = 600
const servicesMax = 300
const linesMin = 2

/** A service whose log lines mention another one most likely calls it. */
function namedEdges({ services, logPatterns, series }: FactPack): Edge[] {
  const finders = services.slice(0, servicesMax).map((name) => ({ name, isNamed: createNameFinder(name) }))
  const texts = [
    ...logPatterns
      .filter(({ count }) => count >= linesMin)
      .slice(0, spokenMax)
      .map(({ service, pattern, examples }) => ({ service, text: `${pattern} ${examples[0]?.body ?? ''}` })),
    ...series.slice(0, spokenMax).map(({ service, metric }) => ({ service, text: metric.replaceAll('_', ' ') })),
  ]
  return texts.flatMap(({ service, text }) =>
    finders.flatMap(({ name, isNamed }): Edge[] => (name !== service && isNamed(text) ? [[service, name]] : [])),
  )
}

function createHops(edges: readonly Edge[]): Neighbours['hops'] {
  const near = new Map<string, Set<string>>()
  const link = (a: string, b: string) => near.set(a, (near.get(a) ?? new Set()).add(b))
  for (const [a, b] of edges) {
    link(a, b)
    link(b, a)
  }
  const distances = new Map<string, Map<string, number>>()
  return (from, to) => {
    const known = distances.get(from) ?? measure(near, from)
    distances.set(from, known)
    return known.get(to)
  }
}

function measure(near: ReadonlyMap<string, ReadonlySet<string>>, from: string): Map<string, number> {
  const distances = new Map([[from, 0]])
  for (const [service, distance] of distances) {
    for (const next of near.get(service) ?? []) if (!distances.has(next)) distances.set(next, distance + 1)
  }
  return distances
}
