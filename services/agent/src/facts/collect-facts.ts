import type { Investigation } from '../investigation/investigation.js'
import { queryWindow, type WindowResults } from './query-window.js'
import { chooseWindow } from './choose-window.js'
import { readCriticalPaths } from './critical-paths.js'
import { readErrorGroups } from './error-groups.js'
import type { AlertFacts, FactPack } from './fact-pack.js'
import type { TimeWindow } from '../investigation/time-window.js'
import { readFailedSpans } from './failed-spans.js'
import { readLogPatterns } from './log-patterns.js'
import { readMetricSeries } from './metric-series.js'
import { nameService, readAlert } from './read-alert.js'
import { countThings, listWords } from '../wording/count-things.js'
import { readSpans } from './spans.js'
import { deriveServiceSeries } from './service-series.js'
import { readDependencies, readOperations, readSaturation } from './read-measures.js'

/**
 * Collects the facts known before any reasoning, in two steps: first the extent of the data, which determines the
 * window, then all queries about that window concurrently. A failed query leaves a gap.
 */
export async function collectFacts(investigation: Investigation): Promise<FactPack> {
  const { session, asOf } = investigation
  const alert = readAlert(session, asOf)
  const window = await investigation.step({ tool: 'choose_window' }, async (step) => {
    const chosen = await chooseWindow(step, { firedAt: alert.firedAt, asOf })
    step.say(`Examining ${new Date(chosen.start).toISOString()} to ${new Date(chosen.end).toISOString()}.`)
    return chosen
  })
  return investigation.step({ tool: 'collect_facts' }, async (step) => {
    const pack = toPack({ alert, window }, await queryWindow(step, { window, splitMs: splitOf(alert, window) }))
    step.say(describe(pack))
    return pack
  })
}

/**
 * Splits the window into before and after. The part before ends an hour before the alert, since most problems are
 * noticed within an hour.
 */
function splitOf({ firedAt }: AlertFacts, { start, end }: TimeWindow): number {
  return Math.min(Math.max(start, firedAt - 3_600_000), end)
}

function toPack({ alert, window }: Pick<FactPack, 'alert' | 'window'>, everything: WindowResults): FactPack {
  const { services, metrics, patterns, groups, operations, dependencies, traces, saturation } = everything
  const read = <T, R>(answer: { value: T; evidenceId: string } | undefined, reader: (value: T, id: string) => R[]) =>
    answer === undefined ? [] : reader(answer.value, answer.evidenceId)
  const series = [
    ...read(metrics, readMetricSeries),
    ...read(services, (value, evidence) => deriveServiceSeries(value, { window, evidence })),
  ]
  const errorGroups = read(groups, (value, evidence) => readErrorGroups(value.groups, { window, evidence }))
  const named = [...(services?.value.services ?? []), ...series, ...errorGroups].map(({ service }) => service)
  const known = [...new Set(named)].sort()
  return {
    window,
    alert: { ...alert, service: nameService(alert, known) },
    services: known,
    series,
    logPatterns: read(patterns, readLogPatterns),
    errorGroups,
    operations: read(operations, (value, evidence) => readOperations(value.operations, evidence)),
    dependencies: read(dependencies, (value, evidence) => readDependencies(value.dependencies, evidence)),
    failedSpans: read(traces, (value, evidence) => readFailedSpans(value.traces, evidence)),
    spans: read(traces, (value, evidence) => readSpans(value.traces, evidence)),
    criticalPaths: read(traces, (value, evidence) => readCriticalPaths(value.traces, evidence)),
    changes: everything.changes.changes,
    changesEvidence: everything.changes.evidence,
    saturation: read(saturation, (value, evidence) => readSaturation(value.saturation, evidence)),
    gaps: everything.gaps,
  }
}

function describe({ services, series, logPatterns, errorGroups, changes, gaps }: FactPack): string {
  const counts = [
    countThings(services.length, 'service'),
    countThings(series.length, 'metric'),
    countThings(logPatterns.length, 'log pattern'),
    countThings(errorGroups.length, 'error group'),
    countThings(changes.length, 'change'),
  ]
  const missing = gaps.length === 0 ? '' : ` Missing: ${gaps.join('; ')}.`
  return `Read ${listWords(counts)}.${missing}`
}
