import { limits, minuteMs } from '@signalbox/contracts'
import type { Log } from '@signalbox/service-kit'
import { recordEntry, type AuditDependencies, type AuditedWork } from './record-entry.js'

/** Somebody who was not let in. */
export interface Refusal extends Omit<AuditedWork, 'by' | 'params'> {
  by: NonNullable<AuditedWork['by']>
  code: string
  /** Of the client. */
  address: string
}

/**
 * Notes in the audit log who was not let in. Whoever is refused can come as often as they like: what is the same within
 * a minute is one entry with a count, an organization gets so many of these a minute and the rest in one without an
 * address, and nothing is written more often than once a second.
 */
export interface Refusals {
  note(refusal: Refusal): void
  /** Writes the rest. */
  close(): void
}

export interface RefusalOptions extends AuditDependencies {
  log: Pick<Log, 'warn'>
}

interface Counted {
  refusal: Refusal
  /** Undefined while it is not written. */
  entryId: string | undefined
  /** Since it was written last. */
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
  // Beyond the most, only the organization tells them apart.
  return JSON.stringify([by.organizationId, address, ...(address === '' ? [] : [by.actor.id, action, code])])
}

/** One transaction for all; what cannot be written stays pending. */
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
