import type { SessionOriginKind } from '@signalbox/contracts'
import { originWords } from '../../parts/session/origin.js'

/** Search parameters of the session list, besides project and range. */
export interface AgentsSearch {
  /** Filter by origin; all by default. */
  origin?: SessionOriginKind
  /** Page number; the first by default. */
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
