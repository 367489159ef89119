import type { SessionOriginKind } from '@signalbox/contracts'
import { originWords } from '../../parts/session/origin.js'

/** What the address of the list of sessions says besides project and time. */
export interface AgentsSearch {
  /** Who asked; everybody when left out. */
  origin?: SessionOriginKind
  /** The number of the page; the first when left out. */
  page?: string
}

export function readAgentsSearch({ origin, page }: Readonly<Record<string, unknown>>): AgentsSearch {
  return {
    ...(isOrigin(origin) && { origin }),
    ...(typeof page === 'string' && /^[1-9]\d{0,5}$/.test(page) && page !== '1' && { page }),
  }
}

function isOrigin(value: unknown): value is SessionOriginKind {
  return typeof value === 'string' && Object.hasOwn(originWords, value)
}
