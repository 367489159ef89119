import { statfs } from 'node:fs/promises'
import type { readSystem, Static, WarningKind } from '@signalbox/contracts'
import { explainFailure, fail, ok, warn, type Finding } from './finding.js'

type System = Static<(typeof readSystem)['response']>
type Pipeline = NonNullable<System['pipeline']>

const advices: Readonly<Record<WarningKind, string>> = {
  log_full:
    'Free up space on its disk. If there is space, find out why the consumer is behind, or raise ' +
    'SIGNALBOX_EVENT_LOG_BYTES_MAX.',
  requests_refused: 'Find the project and check for oversized requests, a disallowed origin or an inactive project.',
  key_rate_limited: "Raise the key's ingest_limit_per_minute, or sample in the SDK.",
  dead_letters: 'List them with signalbox dead-letters list; replay them after an upgrade.',
  rules_skipped: 'Use fewer rules in the project, or patterns with fewer wildcards.',
  consumer_behind: "Check the consumer's log, the disk and the store.",
  disk_low: 'Shorten the retention (SIGNALBOX_RETENTION_*), or use a larger disk.',
  channel_failing: 'Run signalbox channels list for the error, and signalbox channels test to try again.',
}
const serious: ReadonlySet<WarningKind> = new Set(['log_full', 'consumer_behind', 'disk_low'])

/** Evaluates the installation's own report: disks and log, ingestion delay, and warnings. */
export function checkInstallation({ warnings, processes, pipeline }: System): Finding[] {
  const isWarned = (kind: WarningKind) => warnings.some((warning) => warning.kind === kind)
  const found = warnings.map(({ kind, detail, count }) => {
    const text = count > 1 ? `${detail} (${count} times)` : detail
    return (serious.has(kind) ? fail : warn)(nameOf(kind), text, advices[kind])
  })
  return [
    ...processes.flatMap(({ roles, disk }) =>
      disk === null ? [] : [checkRoom(processes.length === 1 ? 'server' : roles.join(', '), disk)],
    ),
    ...(pipeline === null ? [warn('lag', 'no consumer has reported', advices.consumer_behind)] : checkLog(pipeline)),
    ...(pipeline === null || isWarned('consumer_behind') ? [] : [ok('lag', describeLag(pipeline))]),
    ...found,
  ]
}

function describeLag({ topics }: Pipeline): string {
  const waiting = topics.filter(({ records }) => records > 0)
  if (waiting.length === 0) return 'telemetry is stored on time; nothing is waiting'
  const each = waiting.map(
    ({ topic, records, lag_seconds: late }) => `${records} in ${topic}, ${late.toFixed(1)} s late`,
  )
  return `requests waiting to be stored: ${each.join('; ')}`
}

function checkLog({ log_bytes: bytes, log_bytes_max: bytesMax }: Pipeline): Finding[] {
  if (bytes === null || bytesMax === null) return []
  const share = bytes / bytesMax
  const detail = `${formatBytes(bytes)} of ${formatBytes(bytesMax)} used (${Math.round(share * 100)} %)`
  return [share < logShareWarn ? ok('log', detail) : warn('log', detail, advices.log_full)]
}

function nameOf(kind: WarningKind): string {
  return kind === 'consumer_behind' ? 'lag' : kind.replace('_', ' ')
}

const shareFail = 0.05
const shareWarn = 0.15
const logShareWarn = 0.8

const mebibyte = 2 ** 20
const gibibyte = 2 ** 30

function formatBytes(bytes: number): string {
  return bytes < gibibyte ? `${Math.round(bytes / mebibyte)} MiB` : `${(bytes / gibibyte).toFixed(1)} GiB`
}

/** @param where The process or the directory. */
function checkRoom(where: string, disk: { free_bytes: number; size_bytes: number }): Finding {
  const share = disk.free_bytes / disk.size_bytes
  const detail = `${where}: ${formatBytes(disk.free_bytes)} of ${formatBytes(disk.size_bytes)} free (${Math.round(share * 100)} %)`
  const advice = 'Free up space, or shorten the retention.'
  if (share < shareFail) return fail('disk', detail, advice)
  return share < shareWarn ? warn('disk', detail, advice) : ok('disk', detail)
}

/** Checks the free space on the file system of a local data directory. */
export async function checkDisk(directory: string): Promise<Finding> {
  try {
    const { bavail, blocks, bsize } = await statfs(directory)
    return checkRoom(directory, { free_bytes: bavail * bsize, size_bytes: blocks * bsize })
  } catch (error) {
    return fail('disk', explainFailure(error), 'Specify the data directory with --data-dir.')
  }
}
