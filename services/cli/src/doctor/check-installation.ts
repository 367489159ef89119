import { statfs } from 'node:fs/promises'
import type { Warning, WarningKind } from '@signalbox/contracts'
import { explainFailure, fail, ok, warn, type Finding } from './finding.js'

const advices: Readonly<Record<WarningKind, string>> = {
  log_full: 'Give the event log more room (SIGNALBOX_EVENT_LOG_BYTES_MAX), and see why the consumer is behind.',
  requests_refused: 'See which project it is: a size, an origin or a project that is turned off.',
  key_rate_limited: 'Raise ingest_limit_per_minute of the key, or sample in the SDK.',
  dead_letters: 'signalbox dead-letters list shows them; replay them after an upgrade.',
  consumer_behind: 'Look at the log of the consumer, at the disk and at the store.',
  disk_low: 'Keep telemetry for fewer days (SIGNALBOX_RETENTION_*), or give it a larger disk.',
  channel_failing: 'signalbox channels list says what is wrong; signalbox channels test tries again.',
}
const serious: ReadonlySet<WarningKind> = new Set(['log_full', 'consumer_behind', 'disk_low'])

/** What the installation itself warns of, lag first. */
export function checkWarnings(warnings: readonly Warning[]): Finding[] {
  const findings = warnings.map(({ kind, detail, count }) => {
    const text = count > 1 ? `${detail} (${count} times)` : detail
    return (serious.has(kind) ? fail : warn)(nameOf(kind), text, advices[kind])
  })
  const isBehind = warnings.some(({ kind }) => kind === 'consumer_behind')
  return [...(isBehind ? [] : [ok('lag', 'what is sent is stored in time')]), ...findings]
}

function nameOf(kind: WarningKind): string {
  return kind === 'consumer_behind' ? 'lag' : kind.replace('_', ' ')
}

const shareFail = 0.05
const shareWarn = 0.15
const gib = 2 ** 30

/** Room on the file system of a data directory of this machine. */
export async function checkDisk(directory: string): Promise<Finding> {
  try {
    const { bavail, blocks, bsize } = await statfs(directory)
    const share = bavail / blocks
    const detail = `${((bavail * bsize) / gib).toFixed(1)} GiB (${Math.round(share * 100)} %) free at ${directory}`
    const advice = 'Make room, or keep telemetry for a shorter time.'
    if (share < shareFail) return fail('disk', detail, advice)
    return share < shareWarn ? warn('disk', detail, advice) : ok('disk', detail)
  } catch (error) {
    return fail('disk', explainFailure(error), 'Name the data directory with --data-dir.')
  }
}
