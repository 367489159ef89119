import { readSystem, toTimestamp, type PipelineState, type RunningProcess, type Warning } from '@signalbox/contracts'
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

/** What the route of the installation's state needs. */
export interface SystemRouteDependencies {
  store: Pick<AuditStores, 'auditEntries'>
  warnings: WarningBoard
  clock: Clock
}

/** The route of what is wrong with the installation, and how its processes are doing. */
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
  ]
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

/** Each consumer sees all that waits, as of its last look, and knows how late it is by what it stored itself. */
function toPipelineState(processes: readonly ReportedVitals[]): PipelineState | null {
  const newestFirst = processes.toSorted((a, b) => b.reportedAt - a.reportedAt).map(({ vitals }) => vitals)
  const consumers = newestFirst.flatMap(({ topics }) => (topics ? [topics] : []))
  const [newest] = consumers
  if (newest === undefined) return null
  return {
    topics: newest.map(({ topic, records }) => {
      const lags = consumers.flatMap((topics) =>
        topics.filter((each) => each.topic === topic).map(({ lagMs }) => lagMs),
      )
      return { topic, records, lag_seconds: records === 0 ? 0 : Math.min(...lags) / 1_000 }
    }),
    log_bytes: firstKnown(newestFirst.map(({ logBytes }) => logBytes)),
    log_bytes_max: firstKnown(newestFirst.map(({ logBytesMax }) => logBytesMax)),
  }
}

function firstKnown(values: readonly (number | null)[]): number | null {
  return values.find((value) => value !== null) ?? null
}

/** Refused ones are in the log as well: more than a few of them in a row hide the one before. */
const entriesMax = 50

function findLastBackup({ auditEntries }: SystemRouteDependencies['store'], organizationId: string, now: number) {
  const filter = { organizationId, startMs: 0, untilMs: now + 1, action: 'createBackup' }
  const done = auditEntries.list(filter, { limit: entriesMax, offset: 0 }).find(({ outcome }) => outcome === 'done')
  return done ? toTimestamp(done.occurred_at) : null
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
