import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createId, type IssueActivity, type IssueChange } from '@signalbox/contracts'
import { silentLog, type SightedRelease, type Sighting, type SightingRecorder } from '@signalbox/service-kit'
import type { QueryTelemetry } from '../../src/telemetry-queries/query-telemetry.js'
import { changeIssues } from '../../src/issues/change-issues.js'
import { systemActor, toIssueActivity } from '../../src/issues/issue-activities.js'
import { createSightingRecorder } from '../../src/issues/record-sightings.js'
import { createIssueWatch, type IssueWatch } from '../../src/issues/watch/issue-watch.js'
import { createProject } from '../../src/projects/create-project.js'
import type { IssueRow } from '../../src/issues/store/issues.js'
import { openStore, type ControlPlaneStore } from '../../src/control-plane-store.js'
import { createWorkflow } from '../../src/workflows/change-workflow.js'
import { fingerprint } from './test-control-plane.js'
import { recordingOf } from './issue-notices.js'

/** Issues in their own database, with a clock set by tests. All notifications about them are recorded. */
export class IssueWorld {
  now = Date.UTC(2026, 0, 5, 12)
  readonly directory = mkdtempSync(join(tmpdir(), 'issues-'))
  readonly organizationId = 'organization'
  readonly store: ControlPlaneStore
  readonly recorder: SightingRecorder
  projectId: string
  /** Returns how often issues happened. */
  queryTelemetry: QueryTelemetry = () => Promise.reject(new Error('nothing is asked here'))

  constructor() {
    this.store = openStore(this.directory)
    this.store.organizations.insert({ id: this.organizationId, name: 'x', created_at: this.now })
    this.projectId = this.createProject()
    this.recorder = this.createRecorder(this.store)
    const watching = { name: 'Watch', agent_name: 'triage', instruction: 'Look' }
    const triggers = [{ kind: 'issue_regressed' as const, name: 'again' }]
    createWorkflow(this.store, {
      organizationId: this.organizationId,
      request: { ...watching, triggers },
      now: this.now,
    })
  }

  close(): void {
    this.store.close()
    rmSync(this.directory, { recursive: true, force: true })
  }

  createProject(): string {
    const { organizationId, now } = this
    return createProject(this.store, { organizationId, name: 'shop', now }).id
  }

  createRecorder(store: ControlPlaneStore): SightingRecorder {
    return createSightingRecorder({ ...recordingOf(store), clock: () => this.now })
  }

  /** Another process on the same database. */
  createWatch(store = this.store): IssueWatch {
    const queryTelemetry: QueryTelemetry = (organizationId, contract, query) =>
      this.queryTelemetry(organizationId, contract, query)
    return createIssueWatch({
      ...recordingOf(store),
      clock: () => this.now,
      log: silentLog,
      owner: createId(),
      queryTelemetry,
    })
  }

  /** Events of a fingerprint, by its number. Received now by default. */
  sighting(print: number, releases: Partial<SightedRelease>[] = [{}], more: Partial<Sighting> = {}): Sighting {
    return {
      organizationId: this.organizationId,
      projectId: this.projectId,
      fingerprint: fingerprint(print),
      previousFingerprint: '',
      title: `Error ${print}`,
      culprit: '',
      level: 'error',
      platform: 'node',
      firstSeenAt: this.now,
      release: '',
      environment: '',
      releases: releases.map((one) => ({ release: '', lastReceivedAt: this.now, ...one })),
      ...more,
    }
  }

  /** Reports events, a second after the previous ones. @returns their issue. */
  async sight(print: number, ...releases: Partial<SightedRelease>[]): Promise<IssueRow> {
    this.now += 1_000
    await this.recorder.recordSightings([this.sighting(print, releases.length === 0 ? [{}] : releases)])
    return this.issueOf(print)
  }

  issueOf(print: number): IssueRow {
    const issue = this.store.issueStates.findByFingerprint(this.projectId, fingerprint(print))
    if (issue === undefined) throw new Error(`fingerprint ${print} has no issue`)
    return issue
  }

  /** Changes an issue like a person would, a second later. */
  change(print: number, change: IssueChange): IssueRow {
    this.now += 1_000
    const { organizationId, now } = this
    changeIssues(this.store, { organizationId, issueIds: [this.issueOf(print).id], change, actor: systemActor, now })
    return this.issueOf(print)
  }

  /** Oldest first. */
  activities(print: number): IssueActivity[] {
    const rows = this.store.issueActivities.list(this.issueOf(print).id, { limit: 1_000, offset: 0 })
    return rows.map(toIssueActivity).reverse()
  }

  /** The number of announced regressions of an issue. */
  comebacks(print: number): number {
    const { id } = this.issueOf(print)
    return this.store.workflowEvents.listWaiting(100_000).filter(({ key }) => key.startsWith(`${id}:`)).length
  }

  /** Lets a watch do everything due now. */
  async watch(watch = this.createWatch()): Promise<void> {
    for (let turns = 0; turns < 1_000; turns += 1) if ((await watch.checkDue()) > this.now) return
    throw new Error('the watch does not come to rest')
  }
}
