import { limits, minuteMs } from '@signalbox/contracts'
import type { Log } from '@signalbox/service-kit'
import { recordEntry, type AuditDependencies, type AuditedWork } from './record-entry.js'

/** A refused request. */
export interface Refusal extends Omit<AuditedWork, 'by' | 'params'> {
  by: NonNullable<AuditedWork['by']>
  code: string
  /** Address of the client. */
  address: string
}

/**
 * Records refused requests in the audit log. Since refused clients can come as often as they like, equal refusals
 * within a minute share one entry with a count; each organization gets a limited number of entries per minute, with the
 * rest counted in one entry without an address; and entries are written at most once a second.
 */
export interface Refusals {
  note(refusal: Refusal): void
  /** Writes pending refusals. */
  close(): void
}

export interface RefusalOptions extends AuditDependencies {
  log: Pick<Log, 'warn'>
}

interface Counted {
  refusal: Refusal
  /** Undefined until it is written. */
  entryId: string | undefined
  /** Count since the last write. */
  pending: number
}

const flushAfterMs = 1_000
const { refusalsPerMinute } = limits.auditLog

export function createRefusals(options: RefusalOptions): Refusals {
  const { clock, log } = options
  let minute = 0
  const counted = new Map<string, Counted>()
  const perOrganization = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    try {
      write(options, counted)
    } catch (err) {
      log.warn({ err }, 'authentication failures could not be written to the audit log')
      flushSoon()
    }
  }
  const flushSoon = (): void => {
    timer ??= setTimeout(flush, flushAfterMs).unref()
  }
  const beginMinute = (): void => {
    const now = Math.floor(clock() / minuteMs)
    if (now === minute) return
    flush()
    minute = now
    counted.clear()
    perOrganization.clear()
  }
  const find = (refusal: Refusal): Counted => {
    const own = counted.get(keyOf(refusal))
    if (own) return own
    const { organizationId } = refusal.by
    const known = perOrganization.get(organizationId) ?? 0
    if (known >= refusalsPerMinute && refusal.address !== '') return find({ ...refusal, address: '' })
    perOrganization.set(organizationId, known + 1)
    const made: Counted = { refusal, entryId: undefined, pending: 0 }
    counted.set(keyOf(refusal), made)
    return made
  }
  return {
    note: (refusal) => {
      beginMinute()
      find(refusal).pending += 1
      flushSoon()
    },
    close: () => {
      flush()
      clearTimeout(timer)
    },
  }
}

function keyOf({ by, action, code, address }: Refusal): string {
  // Beyond the limit, refusals are grouped by organization only.
  return JSON.stringify([by.organizationId, address, ...(address === '' ? [] : [by.actor.id, action, code])])
}

/** Writes everything in one transaction; if that fails, it stays pending. */
function write(dependencies: AuditDependencies, counted: ReadonlyMap<string, Counted>): void {
  const due = [...counted.values()].filter(({ pending }) => pending > 0)
  if (due.length === 0) return
  const { store } = dependencies
  const ids = store.transact(() =>
    due.map(({ refusal, entryId, pending: count }) => {
      if (entryId === undefined) {
        return recordEntry(dependencies, { ...refusal, params: {}, outcome: 'refused', count })
      }
      store.auditEntries.addToCount(entryId, count)
      return entryId
    }),
  )
  due.forEach((each, index) => {
    each.entryId = ids[index]
    each.pending = 0
  })
}
