import type { AlertState } from '@signalbox/contracts'
import { alertStateWords } from '../../parts/alert/alert-words.js'

/** Search parameters of the alert list, besides the project. */
export interface AlertsSearch {
  /** Firing by default. */
  state?: Exclude<AlertState, 'firing'> | 'all'
  /** Page number; the first by default. */
  page?: string
}

export function readAlertsSearch({ state, page }: Readonly<Record<string, unknown>>): AlertsSearch {
  return {
    ...((state === 'resolved' || state === 'all') && { state }),
    ...(typeof page === 'string' && /^[1-9]\d{0,5}$/.test(page) && page !== '1' && { page }),
  }
}

export const alertChoices = [
  { value: 'firing', text: alertStateWords.firing },
  { value: 'resolved', text: alertStateWords.resolved },
  { value: 'all', text: 'All' },
] as const
