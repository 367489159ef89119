import { createValidator, limits, MonitorConfig, type Monitor, type MonitorOccurrence } from '@signalbox/contracts'
import {
  isLate,
  evaluateMonitor,
  monitorDefaults,
  statusOfOccurrence,
  type MonitorEvaluation,
  type MonitorEvidence,
} from './evaluate-monitor.js'
import type { Occurrence } from './occurrences.js'
import type { StoredMonitor } from './read-check-ins.js'
import type { Run } from './runs.js'
import type { createScheduleBook } from './schedule.js'

const validateConfig = createValidator(MonitorConfig)

/** @returns undefined if there is none, or one that this version cannot parse. */
function parseConfig(json: string): MonitorConfig | undefined {
  if (json === '') return undefined
  const result = validateConfig(JSON.parse(json))
  return result.ok ? result.value : undefined
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}

function isoTimeOrNull(ms: number | undefined): string | null {
  return ms === undefined ? null : isoTime(ms)
}

/** A monitor as the API returns it, with its expected runs, newest first. */
export interface DescribedMonitor {
  monitor: Monitor
  occurrences: MonitorOccurrence[]
}

/** Evaluates a monitor and formats the result. */
export function describeMonitor(
  stored: StoredMonitor,
  evidence: Pick<MonitorEvidence, 'checkIns' | 'window' | 'nowMs'>,
  findSchedule: ReturnType<typeof createScheduleBook>,
): DescribedMonitor {
  const config = parseConfig(stored.config)
  const evaluation = evaluateMonitor({ ...evidence, config, firstSeenMs: stored.firstSeenMs }, findSchedule)
  const { nowMs } = evidence
  return {
    monitor: {
      slug: stored.slug,
      project_id: stored.projectId,
      environment: stored.environment,
      schedule: config?.schedule ?? null,
      timezone: config?.timezone ?? 'UTC',
      checkin_margin_minutes: config?.checkin_margin ?? monitorDefaults.checkinMarginMinutes,
      max_runtime_minutes: config?.max_runtime ?? monitorDefaults.maxRuntimeMinutes,
      status: evaluation.status,
      last_check_in: isoTime(stored.lastCheckInMs),
      next_expected_at: isoTimeOrNull(evaluation.nextExpectedMs),
      next_deadline_at: isoTimeOrNull(evaluation.nextDeadlineMs),
      counts: evaluation.counts,
      judged_from: isoTime(evaluation.evaluatedFromMs),
      recent: recentRuns(evaluation),
      latest_error: latestError(stored),
    },
    occurrences: evaluation.occurrences.map((one) => describeOccurrence(one, nowMs)).reverse(),
  }
}

function recentRuns({ runs, answered }: MonitorEvaluation): Monitor['recent'] {
  return runs
    .slice(-limits.query.monitorRunsRecent)
    .reverse()
    .map((run) => describeRun(run, answered.get(run)))
}

function describeRun(run: Run, occurrence: Occurrence | undefined): Monitor['recent'][number] {
  return {
    check_in_id: run.checkInId,
    status: run.status,
    started_at: isoTime(run.startedAtMs),
    ended_at: isoTimeOrNull(run.endedAtMs),
    duration_ms: run.durationMs,
    expected_at: isoTimeOrNull(occurrence?.expectedAtMs),
    is_late: isLate(run, occurrence),
  }
}

function describeOccurrence(occurrence: Occurrence, nowMs: number): MonitorOccurrence {
  const { run } = occurrence
  return {
    expected_at: isoTime(occurrence.expectedAtMs),
    deadline_at: isoTime(occurrence.deadlineAtMs),
    status: statusOfOccurrence(occurrence, nowMs),
    check_in_id: run?.checkInId ?? null,
    started_at: isoTimeOrNull(run?.startedAtMs),
    ended_at: isoTimeOrNull(run?.endedAtMs),
  }
}

function latestError(stored: StoredMonitor): Monitor['latest_error'] {
  if (stored.errorAtMs === 0) return null
  return {
    check_in_id: stored.errorCheckInId,
    timestamp: isoTime(stored.errorAtMs),
    release: stored.errorRelease,
    trace_id: stored.errorTraceId || null,
  }
}
