import { minuteMs, parseTimestamp } from '@signalbox/contracts'
import type { Engine, Investigation, ReportDraft, InvestigatedSession } from '../investigation/investigation.js'
import { draftReport } from './draft-report.js'
import { evaluateDeployment, type Evaluation } from './evaluate-deployment.js'
import { readDeployment } from './read-deployment.js'
import type { WatchedDeployment } from './readings.js'
import { createWatchSchedule, type WatchSchedule } from './watch-schedule.js'

export interface DeploymentWatchOptions {
  /** Unix milliseconds. Only decides whether a check is due: the time used by a check is recorded with it. */
  clock: () => number
  /** Minutes for which a deployment is watched; at most `watchMinutesMax`. */
  watchMinutes: number
}

/** Comparisons work on whole minutes and need several of them. */
export const watchMinutesMin = 5
export const watchMinutesMax = 720

/**
 * The engine that watches a deployment. It checks several times until the watch ends, and concludes early if the
 * deployment is clearly bad. Between checks it asks to be resumed later. Every turn reruns it from the start, with
 * earlier checks answered from the record.
 */
export function createDeploymentWatch({ clock, watchMinutes }: DeploymentWatchOptions): Engine {
  return async (investigation) => {
    const deployment = readWatchedDeployment(investigation.session)
    const schedule = createWatchSchedule(deployment.deployedAt, watchMinutes)
    for (let check = 0; ;) {
      const due = schedule.dueAt(check)
      if (clock() < due) return { kind: 'waiting', until: due }
      const taken = await runCheck({ investigation, deployment, schedule, clock }, check)
      if (taken.draft) return { kind: 'concluded', draft: taken.draft }
      check = taken.next
    }
  }
}

interface WatchParts {
  investigation: Investigation
  deployment: WatchedDeployment
  schedule: WatchSchedule
  clock: () => number
}

/** One check makes up for all missed ones. */
async function runCheck(
  { investigation, deployment, schedule, clock }: WatchParts,
  check: number,
): Promise<{ draft: ReportDraft | null; next: number }> {
  return investigation.step({ tool: 'watch_deployment', input: { look: check + 1 } }, async (step) => {
    const now = await step.record('now', () => Promise.resolve(clock()))
    const latest = Math.max(check, schedule.latestDue(now))
    const isLast = schedule.isLast(latest)
    const windows = { before: schedule.before, after: schedule.after(now) }
    const { readings, changes } = await readDeployment(step, deployment, windows)
    const evaluation = evaluateDeployment(readings, deployment, { count: schedule.checks, isLast })
    const isPlain = isLast || evaluation.verdict === 'bad'
    step.say(describeCheck(evaluation, { minutes: windows.after, isPlain }))
    const draft = isPlain ? draftReport(step, { evaluation, deployment, changes, evidence: readings.evidence }) : null
    return { draft, next: latest + 1 }
  })
}

function describeCheck(
  { verdict, comparisons }: Evaluation,
  { minutes, isPlain }: { minutes: { start: number; end: number }; isPlain: boolean },
): string {
  const watched = Math.round((minutes.end - minutes.start) / minuteMs)
  const risen = comparisons.filter(({ finding }) => finding !== 'unchanged').length
  const sum = `${watched} min after the deployment, ${risen} of ${comparisons.length} comparisons stand out.`
  return isPlain ? `${sum} Verdict: ${verdict}.` : `${sum} Still watching.`
}

/** Reads the deployment that a session watches from the session's context. */
function readWatchedDeployment({ context, origin, createdAt }: InvestigatedSession): WatchedDeployment {
  return {
    id: origin.id ?? textOf(context['deployment_id']) ?? '',
    service: textOf(context['service']),
    version: textOf(context['version']),
    commitSha: textOf(context['commit_sha']),
    deployedAt: parseTimestamp(textOf(context['occurred_at']) ?? '') ?? createdAt,
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
