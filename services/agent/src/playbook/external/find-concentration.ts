import { minuteMs } from '@signalbox/contracts'
import type { EvidenceId, LogPatternFacts } from '../../facts/fact-pack.js'
import type { Departure } from '../departures/departure.js'
import type { Scene } from '../scene/scene.js'

/** An attribute value that nearly all lines of the problem have, and few other lines. */
export interface Concentration {
  name: string
  value: string
  evidence: readonly EvidenceId[]
  /** The service, if it is one of several services of ours, such as `relay-ams`. */
  ownService?: string
}

const shareMin = 0.8
const usualShareMax = 0.5
const linesMin = 4
const valuesMin = 3
/** Attributes for a code location, a kind of request or a build, which don't identify a party or place. */
const technical =
  /^(trace|span|parent|log|logger|thread|process|scope|sentry|service|level|severity|version|release|environment|file|line|caller|code|exception|error|msg|message|stack|reason|status|method|route|path|url|endpoint|controller|action|handler|view|page|screen|template|job|task|operation|event|name|class|module|function|component|subsystem|category|facility|otel|telemetry|target|user.?agent|ua$)|version|build|commit|release|[._](url|uri|path|route|endpoint|method)$/i

/** Only one of several instances, tenants, partners or places fails. */
export function findConcentration(scene: Scene): Concentration | undefined {
  return findLabel(scene) ?? findAttribute(scene) ?? findPlace(scene)
}

const machineName = /\b(node|host|instance|machine|vm)( ?name)?$/i

/** The only machine of several on which it fails; undefined if there is none. */
export function findMachine(scene: Scene): string | undefined {
  const found = findConcentration(scene)
  return found && machineName.test(found.name.replaceAll(/[._-]/g, ' ')) ? found.value : undefined
}

/** A metric's first label and its value: `requests{shop="north"}`. */
const firstLabel = /\{[^}]*?(?<![\w.-])([\w.-]+)=["']?([^"',}]+)/

/** One of several series that differ in a single label departed far, and the others did not. */
function findLabel({ facts, departures, onset }: Scene): Concentration | undefined {
  const families = new Map<string, Set<string>>()
  for (const { service, metric } of facts.series) {
    const [name] = metric.split('{')
    const key = `${service}\n${name ?? ''}`
    if (metric.includes('{')) families.set(key, (families.get(key) ?? new Set()).add(metric))
  }
  for (const { service, name, source, evidence, at, direction } of departures) {
    const [, label, value] = firstLabel.exec(name) ?? []
    if (source !== 'metric' || label === undefined || value === undefined || technical.test(label)) continue
    const family = families.get(`${service}\n${name.split('{')[0] ?? ''}`) ?? new Set()
    const others = departures.filter((one) => one.service === service && one.name !== name && family.has(one.name))
    if (
      onset !== null &&
      at >= onset - 10 * minuteMs &&
      direction === 'up' &&
      family.size >= valuesMin &&
      others.length === 0
    )
      return { name: label, value, evidence: [evidence] }
  }
  return undefined
}

/** Name suffixes that say what is measured rather than where. */
const notPlace =
  /^(p\d+|\d+|ms|s|ratio|rate|total|count|pct|percent|bytes|min|max|avg|mean|sum|seconds|minutes|service|api|db|gateway|worker)$/

/**
 * One of several services with the same name except for the last word suffers, and the others don't: one of
 * `relay-ams`, `relay-fra` and `relay-gru`.
 */
function findPlace({ facts, departures, onset }: Scene): Concentration | undefined {
  if (onset === null) return undefined
  const names = [
    ...facts.services,
    ...facts.series.map(({ service, metric }) => `${service}/${metric.split('{')[0] ?? ''}`),
  ]
  const families = new Map<string, Set<string>>()
  for (const name of new Set(names)) {
    const { stem, last } = splitLast(name)
    if (last !== '' && !notPlace.test(last)) families.set(stem, (families.get(stem) ?? new Set()).add(last))
  }
  const hit = new Map<string, Map<string, Departure>>()
  for (const one of departures) {
    if (one.at < onset - 10 * minuteMs) continue
    for (const name of [one.service, `${one.service}/${one.name.split('{')[0] ?? ''}`]) {
      const { stem, last } = splitLast(name)
      if ((families.get(stem)?.size ?? 0) < valuesMin) continue
      hit.set(stem, (hit.get(stem) ?? new Map<string, Departure>()).set(last, one))
    }
  }
  for (const [stem, members] of hit) {
    const [[value, departure] = ['', undefined], ...more] = [...members]
    if (departure && more.length === 0 && departure.isSharp) {
      const isOwn = facts.services.some((name) => splitLast(name).stem === stem && splitLast(name).last === value)
      return {
        name: stem.replace(/^.*\//, ''),
        value,
        evidence: [departure.evidence],
        ...(isOwn && { ownService: departure.service }),
      }
    }
  }
  return undefined
}

function splitLast(name: string): { stem: string; last: string } {
  const [, stem = name, last = ''] = /^(.+)[-_.]([A-Za-z0-9]+)$/.exec(name) ?? []
  return { stem, last }
}

function findAttribute({ facts, departures, onset }: Scene): Concentration | undefined {
  if (onset === null) return undefined
  const loud = departures.filter(
    ({ source, level, at }) => source === 'log' && level !== 'info' && level !== 'debug' && at >= onset - 5 * minuteMs,
  )
  for (const service of new Set(loud.map((one) => one.service))) {
    const keys = new Set(loud.filter((one) => one.service === service).map(({ name }) => name))
    const own = facts.logPatterns.filter((one) => one.service === service)
    const found = contrast(
      own.filter(({ pattern }) => keys.has(pattern)),
      own.filter(({ pattern }) => !keys.has(pattern)),
    )
    if (found) return found
  }
  return undefined
}

function contrast(told: readonly LogPatternFacts[], usual: readonly LogPatternFacts[]): Concentration | undefined {
  const lines = told.reduce((sum, { count }) => sum + count, 0)
  for (const name of namesOf(told)) {
    if (technical.test(name)) continue
    const values = valuesOf(told, name)
    const [value, weight] = mostFrequent(values)
    const all = values.reduce((sum, [, count]) => sum + count, 0)
    const others = valuesOf(usual, name)
    const othersAll = others.reduce((sum, [, count]) => sum + count, 0)
    const usualShare =
      others.reduce((sum, [one, count]) => (one === value ? sum + count : sum), 0) / Math.max(1, othersAll)
    // One of a service's few instances occurs in most lines by chance.
    const isInstance = told.some(({ service }) => value.includes(service))
    const isVaried = !isInstance && new Set(others.map(([one]) => one)).size >= valuesMin
    if (isVaried && weight >= linesMin && weight / all >= shareMin && all >= lines / 2 && usualShare < usualShareMax)
      return { name, value, evidence: told.map(({ evidence }) => evidence) }
  }
  return undefined
}

function namesOf(patterns: readonly LogPatternFacts[]): Set<string> {
  return new Set(patterns.flatMap(({ examples }) => examples.flatMap(({ attributes }) => Object.keys(attributes))))
}

/** Values of an attribute, with the number of lines they represent according to the examples of each pattern. */
function valuesOf(patterns: readonly LogPatternFacts[], name: string): [value: string, lines: number][] {
  return patterns.flatMap(({ examples, count }) =>
    examples.flatMap(({ attributes }): [string, number][] => {
      const value = attributes[name]
      return value === undefined ? [] : [[value, count / examples.length]]
    }),
  )
}

function mostFrequent(values: readonly (readonly [string, number])[]): [value: string, lines: number] {
  const counts = new Map<string, number>()
  for (const [value, lines] of values) counts.set(value, (counts.get(value) ?? 0) + lines)
  return [...counts].reduce<[string, number]>((most, one) => (one[1] > most[1] ? one : most), ['', 0])
}
