import {
  dayMs,
  readSystem,
  readSystemHistory,
  toTimestamp,
  type RunningProcess,
  type SystemSample,
  type Warning,
} from '@signalbox/contracts'
import {
  createRoute,
  readPackageVersion,
  type Clock,
  type ReportedVitals,
  type Route,
  type WarningBoard,
  type WarningReport,
} from '@signalbox/service-kit'
import type { AuditStores } from '../audit/store/audit-stores.js'
import { toPipelineState } from './pipeline-state.js'
import type { SystemSampleRow } from './store/system-samples.js'
import type { SystemStores } from './store/system-stores.js'

/** Dependencies of the system state route. */
export interface SystemRouteDependencies {
  store: Pick<AuditStores, 'auditEntries'> & SystemStores
  warnings: WarningBoard
  clock: Clock
}

/** Routes for the installation's warnings and the health of its processes. */
export function createSystemRoutes({ store, warnings, clock }: SystemRouteDependencies): Route[] {
  const version = readPackageVersion(import.meta.url)
  return [
    createRoute(readSystem, ({ caller: { organizationId } }) => {
      const processes = warnings.processes()
      return {
        version,
        warnings: warnings.list(organizationId).map(toWarning),
        processes: processes.map(toRunningProcess).sort((a, b) => compare(a.roles.join(), b.roles.join())),
        pipeline: toPipelineState(processes),
        last_backup_at: findLastBackup(store, organizationId, clock()),
      }
    }),
    createRoute(readSystemHistory, () => ({
      samples: store.systemSamples.list(clock() - dayMs).map(toSystemSample),
    })),
  ]
}

function toSystemSample({ at, lag_ms: lagMs, disk_share: diskShare }: SystemSampleRow): SystemSample {
  return { at: toTimestamp(at), lag_seconds: lagMs === null ? null : lagMs / 1_000, disk_share: diskShare }
}

function toWarning({ kind, subject, projectId, detail, count, since, lastAt }: WarningReport): Warning {
  return {
    kind,
    subject,
    project_id: projectId === '' ? null : projectId,
    detail,
    count,
    since: toTimestamp(since),
    last_at: toTimestamp(lastAt),
  }
}

function toRunningProcess({ reportedAt, vitals }: ReportedVitals): RunningProcess {
  const { roles, version, startedAt, disk } = vitals
  return {
    roles,
    version,
    started_at: toTimestamp(startedAt),
    reported_at: toTimestamp(reportedAt),
    disk: disk && { size_bytes: disk.sizeBytes, free_bytes: disk.freeBytes },
  }
}

/** Refused requests are in the log as well: more than this many in a row hide the last successful one. */
const entriesMax = 50

function findLastBackup({ auditEntries }: SystemRouteDependencies['store'], organizationId: string, now: number) {
  const filter = { organizationId, startMs: 0, untilMs: now + 1, action: 'createBackup' }
  const done = auditEntries.list(filter, { limit: entriesMax, offset: 0 }).find(({ outcome }) => outcome === 'done')
  return done ? toTimestamp(done.occurred_at) : null
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
