import { createId, minuteMs } from '@signalbox/contracts'
import type { Clock, Log, WarningBoard } from '@signalbox/service-kit'
import type { Artifacts } from './artifacts/artifacts.js'
import { createAlertEvaluator } from './alerts/alert-evaluator.js'
import type { QueryTelemetry } from './telemetry-queries/query-telemetry.js'
import { deleteOldChanges } from './deployments/delete-old-changes.js'
import { createEngine } from './workflows/engine/engine.js'
import type { IssueEventObserver } from './issues/issue-events.js'
import { createListWarmer } from './issues/list/warm-lists.js'
import { createIssueWatch } from './issues/watch/issue-watch.js'
import type { ControlPlaneStore } from './control-plane-store.js'
import { createProjectEraser, erasurePauseMs } from './project-deletion/project-eraser.js'
import { combineWork, type BackgroundWork } from './scheduling/background-work.js'
import { createRepeatedWork, type RepeatedWorkOptions } from './scheduling/repeated-work.js'
import { sampleSystem } from './system/sample-system.js'

export interface BackgroundWorkOptions {
  store: ControlPlaneStore
  clock: Clock
  log: Log
  /** Runs queries on behalf of an organization; without it, nothing that depends on telemetry is evaluated. */
  queryTelemetry?: QueryTelemetry
  onIssueEvent: IssueEventObserver
  artifacts: Pick<Artifacts, 'maintain'>
  /** Health of all processes of the installation. */
  warnings: Pick<WarningBoard, 'processes'>
  /** Sends notices. */
  notices: BackgroundWork
}

/**
 * Combines all background work. Schedules and conditions of workflows are separate parts: a slow query must not delay a
 * schedule.
 */
export function createBackgroundWork({
  notices,
  artifacts,
  warnings,
  ...needs
}: BackgroundWorkOptions): BackgroundWork {
  const owner = createId()
  const engine = createEngine({ ...needs, owner })
  const evaluator = createAlertEvaluator({ ...needs, owner })
  const watch = createIssueWatch({ ...needs, owner })
  const { store, clock, log, queryTelemetry } = needs
  const repeat = (parts: RepeatedWorkOptions['parts'], worker: { release(): void }): BackgroundWork => {
    const end = () => {
      worker.release()
    }
    return createRepeatedWork({ clock, log, parts, end })
  }
  const repeatNowAndThen = (what: string, work: () => number | Promise<number>, pauseMsMax: number): BackgroundWork =>
    createRepeatedWork({ clock, log, parts: { [what]: work }, pauseMsMax, end: () => undefined })
  return combineWork([
    repeat(
      { 'advancing workflows': () => engine.tick(), 'evaluating conditions': () => engine.evaluateConditions() },
      engine,
    ),
    repeat({ 'evaluating alert rules': () => evaluator.evaluateDue() }, evaluator),
    repeat({ 'issue maintenance': () => watch.checkDue() }, watch),
    repeatNowAndThen('deleting data of deleted projects', createProjectEraser(needs), erasurePauseMs),
    repeatNowAndThen('artifact maintenance', () => maintainArtifacts(artifacts, clock), artifactsPauseMs),
    repeatNowAndThen('deleting old changes', () => deleteOldChanges(store, clock), minuteMs),
    repeatNowAndThen('recording system health', () => sampleSystem(store, warnings, clock), minuteMs),
    ...(queryTelemetry === undefined
      ? []
      : [
          repeatNowAndThen(
            'reading issue lists in advance',
            createListWarmer({ store, clock, queryTelemetry }),
            minuteMs,
          ),
        ]),
    notices,
  ])
}

const artifactsPauseMs = minuteMs

async function maintainArtifacts(artifacts: Pick<Artifacts, 'maintain'>, clock: Clock): Promise<number> {
  await artifacts.maintain()
  return clock() + artifactsPauseMs
}
