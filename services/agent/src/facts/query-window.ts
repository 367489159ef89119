import {
  compareOperations,
  queryDependencies,
  queryErrorGroups,
  queryLogPatterns,
  queryMetricSeries,
  querySaturation,
  queryServices,
  queryTraceSamples,
} from '@signalbox/contracts'
import type { InvestigationStep } from '../investigation/investigation.js'
import type { TimeWindow } from '../investigation/time-window.js'
import { countThings, shareOf } from '../wording/count-things.js'
import { createQuestions, type Questions } from './questions.js'
import { readChanges } from './read-changes.js'

/** API answers about a time window; a field is undefined if its query failed. */
export type WindowResults = Awaited<ReturnType<typeof queryWindow>>

/**
 * Runs all queries concurrently. Truncated answers also leave a gap, except for operations: there only operations
 * without errors are left out.
 * @param splitMs Unix milliseconds. The time before it is compared with the time after it.
 */
export async function queryWindow(
  step: InvestigationStep,
  { window, splitMs }: { window: TimeWindow; splitMs: number },
) {
  const questions = createQuestions(step)
  const range = { start: new Date(window.start).toISOString(), end: new Date(window.end).toISOString() }
  const parted = { ...range, split: new Date(splitMs).toISOString() }
  const [measures, texts, spans, changes] = await Promise.all([
    queryMeasurements(questions, range),
    queryLogsAndErrors(questions, parted),
    queryTraces(questions, parted),
    readChanges(questions, window),
  ])
  return { ...measures, ...texts, ...spans, changes, gaps: questions.gaps() }
}

interface Range {
  start: string
  end: string
}

/** Queries the measurements that become series, and resources close to their limits. */
async function queryMeasurements(questions: Questions, range: Range) {
  const [services, metrics, saturation] = await Promise.all([
    questions.ask(
      queryServices,
      { query: range },
      {
        what: 'services',
        summary: (answer) => `Spans, events or log lines of ${countThings(answer.services.length, 'service')}`,
      },
    ),
    questions.ask(
      queryMetricSeries,
      { query: range },
      { what: 'metrics', summary: ({ series, total }) => shareOf(series.length, total, 'metric') },
    ),
    questions.ask(
      querySaturation,
      { query: range },
      {
        what: 'saturation',
        summary: ({ total }) =>
          total === 0 ? 'Nothing is close to a limit' : countThings(total, 'sign of saturation', 'signs of saturation'),
      },
    ),
  ])
  const { series = [], total = 0 } = metrics?.value ?? {}
  missRest(questions, 'metrics', { answered: series.length, total })
  return { services, metrics, saturation }
}

/** Queries log entries and errors. */
async function queryLogsAndErrors(questions: Questions, query: Range & { split: string }) {
  const [patterns, groups] = await Promise.all([
    questions.ask(
      queryLogPatterns,
      // Unmerged patterns, each with its own examples: the names in a line say more than what lines have in common.
      { query: { ...query, merge: false } },
      {
        what: 'log patterns',
        summary: (answer) => shareOf(answer.patterns.length, answer.total, 'log pattern'),
      },
    ),
    questions.ask(
      queryErrorGroups,
      { query },
      {
        what: 'errors',
        summary: (answer) => shareOf(answer.groups.length, answer.total, 'error group'),
      },
    ),
  ])
  const { patterns: kept = [], total = 0 } = patterns?.value ?? {}
  missRest(questions, 'log patterns', { answered: kept.length, total })
  missRest(questions, 'kinds of error', {
    answered: groups?.value.groups.length ?? 0,
    total: groups?.value.total ?? 0,
  })
  return { patterns, groups }
}

/** Queries the data derived from traces. */
async function queryTraces(questions: Questions, parted: Range & { split: string }) {
  const range = { start: parted.start, end: parted.end }
  const [operations, dependencies, traces] = await Promise.all([
    questions.ask(
      compareOperations,
      { query: parted },
      { what: 'operations', summary: (answer) => shareOf(answer.operations.length, answer.total, 'operation') },
    ),
    questions.ask(
      queryDependencies,
      { query: range },
      {
        what: 'dependencies',
        summary: ({ total }) => countThings(total, 'dependency', 'dependencies'),
      },
    ),
    questions.ask(
      queryTraceSamples,
      { query: parted },
      { what: 'traces', summary: (answer) => shareOf(answer.traces.length, answer.total, 'trace') },
    ),
  ])
  return { operations, dependencies, traces }
}

function missRest(questions: Questions, what: string, { answered, total }: { answered: number; total: number }): void {
  if (answered < total) questions.miss(`${total - answered} of ${total} ${what} (over the limit)`)
}
