import type { ServicePoint, ServicesResponse } from '@signalbox/contracts'

/** The API's response about requests of `checkout`, by minute. */
export function countsOfCheckout(points: ServicePoint[]): ServicesResponse {
  return { interval_seconds: 60, one_in_traces: 1, services_left_out: 0, services: [{ service: 'checkout', points }] }
}

/** @param at Unix milliseconds. */
export function pointAt(at: number, counts: Pick<ServicePoint, 'requests' | 'errors'>): ServicePoint {
  const logs = { info: 0, warn: 0, error: 0 }
  return { timestamp: new Date(at).toISOString(), ...counts, p50_ms: 40, p95_ms: 80, error_events: 0, logs }
}
