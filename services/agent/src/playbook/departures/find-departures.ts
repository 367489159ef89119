import { hourMs, minuteMs } from '@signalbox/contracts'
import type { FactPack, FailedSpanFacts, SeriesFacts } from '../../facts/fact-pack.js'
import { dataStart } from './data-start.js'
import type { Departure, AlertRange } from './departure.js'
import { findLogBursts, isQuiet } from './log-bursts.js'
import { joinPatterns } from './join-patterns.js'
import { isFailureMetric } from './metric-names.js'
import { labelOf } from '../text/series-label.js'
import { findSeriesDeparture } from './series-departures.js'
import { findSpanShifts } from './span-shifts.js'
import { discoveryLimit } from '../../statistics/benjamini-hochberg.js'

/** Anything that appears later than this after an alert is aftermath. */
const afterMs = 15 * minuteMs
/** An error not seen for this long before the alert is over. */
const errorAliveMs = 12 * minuteMs
/** Alerts fire within minutes; people may take an hour to notice a failure and ask why. Older errors are only mentioned. */
const askedErrorAliveMs = hourMs
/** A known error counts if it is this many times as frequent as before and has at least this many events. */
const raised = { ratio: 3, eventsMin: 5 }

export function alertRangeOf({ alert, window }: FactPack): AlertRange {
  return { firedAt: alert.firedAt, until: Math.min(window.end, alert.firedAt + afterMs) }
}

/** Maximum share of false discoveries among departures that on their own would indicate a problem. */
const falseShareMax = 0.01

/**
 * Finds everything that deviates from normal when the alert fires, and since when, in no particular order. With this
 * many candidates some are odd by chance: nothing counts as departed unless the alert's own series did, or something is
 * improbable given the number of candidates. Once that is the case, everything else that is odd counts as well.
 */
export function findDepartures(facts: FactPack): Departure[] {
  const alertRange = alertRangeOf(facts)
  const found = [
    ...ofSeries(facts, alertRange),
    ...ofLogs(facts, alertRange),
    ...ofSpans(facts, alertRange),
    ...ofErrors(facts, alertRange),
  ]
  const operations = new Set(facts.spans.map(({ service, operation }) => `${service}\n${operation}`)).size
  const checked = facts.series.length + facts.logPatterns.length + 2 * operations + facts.errorGroups.length
  const limit = discoveryLimit(
    found.map(({ p }) => p),
    checked,
    falseShareMax,
  )
  return found.some(({ p, isAlerting }) => isAlerting || p <= limit) ? found : []
}

/**
 * New errors of the last hour, for a question about failures that nothing else explains. That it was asked is evidence
 * enough: unlike `findDepartures`, it does not require that the errors are improbable given everything that was checked.
 */
export function findRecentErrors(facts: FactPack): Departure[] {
  const errorGroups = facts.errorGroups.filter(({ state }) => state === 'new')
  return ofErrors({ ...facts, errorGroups }, alertRangeOf(facts), askedErrorAliveMs)
}

/** Metrics that describe configuration or remaining validity. */
const descriptive = /\b(limit|capacity|provisioned|max|expiry|expires|uptime|desired)\b/i
const measuring = /consumed|used|error|exceeded/i

function ofSeries(facts: FactPack, alertRange: AlertRange): Departure[] {
  return facts.series.flatMap((series): Departure[] => {
    const { source, service, metric, evidence } = series
    if (source === 'logs') return []
    const isOwn = isAlerting(facts, series)
    const name = metric.replaceAll(/[_.]/g, ' ')
    if (!isOwn && descriptive.test(name) && !measuring.test(name)) return []
    const found = findSeriesDeparture(series, alertRange, isOwn)
    if (!found) return []
    const { at, direction, height, p, isSharp, before, after, last } = found
    return [
      {
        service,
        source: 'metric',
        name: metric,
        label: labelOf(series),
        at,
        direction,
        effect: height,
        p,
        isSharp,
        isFailure: direction === 'up' && isFailureMetric(metric),
        isAlerting: isOwn,
        levels: { before, after, last },
        text: metric,
        level: null,
        count: 0,
        strength: Math.min(3, Math.log2(1 + height / 4)),
        evidence,
      },
    ]
  })
}

/** True if it is the series that the alert names: same service, and same name without labels. */
function isAlerting({ alert }: FactPack, { service, metric }: SeriesFacts): boolean {
  if (alert.metric === null || alert.service !== service) return false
  const bare = (name: string) =>
    name
      .replace(/[{[(].*$/, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '')
  return bare(metric) === bare(alert.metric)
}

function ofLogs(facts: FactPack, alertRange: AlertRange): Departure[] {
  const start = dataStart(facts)
  return findLogBursts(joinPatterns(facts.logPatterns), alertRange, start).map(({ pattern, at, p }) => {
    const example = pattern.examples.find((one) => one.at >= at) ?? pattern.examples[0]
    const text = example ? [example.body, ...failureAttributes(example.attributes)].join(' ') : pattern.pattern
    const severity = isQuiet(pattern) ? 0.5 : pattern.level === 'warn' ? 1.2 : 2
    return {
      service: pattern.service,
      source: 'log',
      name: pattern.pattern,
      label: pattern.pattern,
      at,
      direction: 'up',
      effect: -Math.log10(Math.max(p, 1e-12)),
      p,
      isSharp: true,
      isFailure: pattern.level === 'error' || pattern.level === 'fatal',
      isAlerting: false,
      levels: null,
      text,
      level: pattern.level,
      count: pattern.counts.reduce((sum, [time, count]) => sum + (time >= at - minuteMs ? count : 0), 0),
      strength: severity * Math.min(1.5, -Math.log10(Math.max(p, 1e-12)) / 4),
      evidence: pattern.evidence,
    }
  })
}

const failureAttributeNames = /stack|exception|error|reason|cause|detail|description/i
const attributeLengthMax = 600

/** Attributes that describe the failure: loggers put exceptions beside the message. */
function failureAttributes(attributes: Readonly<Record<string, string>>): string[] {
  return Object.entries(attributes)
    .filter(([name, value]) => failureAttributeNames.test(name) && value.length > 3)
    .map(([, value]) => value.slice(0, attributeLengthMax))
}

function ofSpans({ spans, failedSpans }: FactPack, alertRange: AlertRange): Departure[] {
  return findSpanShifts(spans, alertRange).map(({ spans: own, kind, at, p }) => {
    const [first] = own
    const service = first?.service ?? ''
    const name = first?.operation ?? ''
    const failed = failedSpans.filter((span) => span.service === service && span.operation === name)
    return {
      service,
      source: 'span',
      name,
      label: name,
      at,
      direction: kind === 'faster' ? 'down' : 'up',
      effect: -Math.log10(Math.max(p, 1e-12)),
      p,
      isSharp: true,
      isFailure: kind === 'failing',
      isAlerting: false,
      levels: null,
      text:
        kind === 'failing'
          ? [name, ...new Set(failed.map(describeFailedSpan))].filter((said) => said !== '').join('; ')
          : '',
      level: null,
      count: own.length,
      strength: 0.8,
      evidence: first?.evidence ?? '',
    }
  })
}

/** The span's description of its failure. */
function describeFailedSpan({ attributes }: FailedSpanFacts): string {
  return Object.entries(attributes)
    .filter(([name]) => /error|exception|message|status\.description|db\.statement|db\.query/i.test(name))
    .map(([, value]) => value)
    .join(' ')
}

/** Errors that are new, regressed or much more frequent, and were seen within `aliveMs` before the alert. */
function ofErrors(
  { errorGroups, window, alert }: FactPack,
  { firedAt }: AlertRange,
  aliveMs: number = errorAliveMs,
): Departure[] {
  const hourBefore = alert.firedAt - hourMs
  const before = Math.max(1, hourBefore - window.start)
  const after = Math.max(1, window.end - hourBefore)
  return errorGroups
    .filter(
      ({ state, count, countBefore, lastSeenAt }) =>
        lastSeenAt >= firedAt - aliveMs &&
        (state !== 'known' ||
          (count - countBefore >= raised.eventsMin &&
            (count - countBefore) / after > (raised.ratio * Math.max(1, countBefore)) / before)),
    )
    .map((group) => {
      const text = `${group.type}: ${group.message}`
      return {
        service: group.service,
        source: 'error',
        name: text,
        label: text,
        at: group.state === 'known' ? Math.max(hourBefore, window.start) : group.startedAt,
        direction: 'up',
        effect: 4,
        p: 1e-4,
        isSharp: group.state !== 'known',
        ...(group.state === 'regressed' && { isRecurring: true as const }),
        isFailure: true,
        isAlerting: false,
        levels: null,
        text,
        level: 'error',
        count: group.state === 'known' ? group.count - group.countBefore : group.count,
        strength: Math.min(2, 0.5 + 0.5 * Math.log10(1 + group.count)),
        evidence: group.evidence,
      }
    })
}
