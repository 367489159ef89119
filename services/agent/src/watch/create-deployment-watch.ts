import { minuteMs, parseTimestamp } from '@signalbox/contracts'
import type { Engine, Investigation, ReportDraft, InvestigatedSession } from '../investigation/investigation.js'
import { draftReport } from './draft-report.js'
import { judgeDeployment, type Judgement } from './judge-deployment.js'
import { readDeployment } from './read-deployment.js'
import type { WatchedDeployment } from './readings.js'
import { createWatchSchedule, type WatchSchedule } from './watch-schedule.js'

export interface DeploymentWatchOptions {
  /** Unix milliseconds. Only decides whether a look is due: the time used by a look is recorded with it. */
  clock: () => number
  /** Minutes for which a deployment is watched; at most `watchMinutesMax`. */
  watchMinutes: number
}

/** Comparisons work on whole minutes and need several of them. */
export const watchMinutesMin = 5
export const watchMinutesMax = 720

/**
 * The engine that watches a deployment. It looks several times until the watch ends, and concludes early if the
 * deployment is clearly bad. Between looks it asks to be resumed later. Every turn reruns it from the start, with
 * earlier looks answered from the record.
 */
export function createDeploymentWatch({ clock, watchMinutes }: DeploymentWatchOptions): Engine {
  return async (investigation) => {
    const deployment = readWatchedDeployment(investigation.session)
    const schedule = createWatchSchedule(deployment.deployedAt, watchMinutes)
    for (let look = 0; ;) {
      const due = schedule.dueAt(look)
      if (clock() < due) return { kind: 'waiting', until: due }
      const taken = await takeLook({ investigation, deployment, schedule, clock }, look)
      if (taken.draft) return { kind: 'concluded', draft: taken.draft }
      look = taken.next
    }
  }
}

interface WatchParts {
  investigation: Investigation
  deployment: WatchedDeployment
  schedule: WatchSchedule
  clock: () => number
}

/** One look makes up for all missed ones. */
async function takeLook(
  { investigation, deployment, schedule, clock }: WatchParts,
  look: number,
): Promise<{ draft: ReportDraft | null; next: number }> {
  return investigation.step({ tool: 'watch_deployment', input: { look: look + 1 } }, async (step) => {
    const now = await step.record('now', () => Promise.resolve(clock()))
    const latest = Math.max(look, schedule.latestDue(now))
    const isLast = schedule.isLast(latest)
    const windows = { before: schedule.before, after: schedule.after(now) }
    const { readings, changes } = await readDeployment(step, deployment, windows)
    const judgement = judgeDeployment(readings, deployment, { count: schedule.looks, isLast })
    const isPlain = isLast || judgement.verdict === 'bad'
    step.say(describeLook(judgement, { minutes: windows.after, isPlain }))
    const draft = isPlain ? draftReport(step, { judgement, deployment, changes, evidence: readings.evidence }) : null
    return { draft, next: latest + 1 }
  })
}

function describeLook(
  { verdict, comparisons }: Judgement,
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
