import { expect } from 'chai'
import type { DistributedSignalbox } from '../support/distributed/distributed-signalbox.js'
import { eventually } from '../support/eventually.js'
import type { Load, LoadLedger } from '../support/load/load.js'
import { isAcknowledged, sendRequest } from '../support/load/send-request.js'

/** Milliseconds since the measurement began. */
export interface Recovery {
  /** Until an event was acknowledged. */
  acknowledgedMs: number
  /** Until several acknowledged events, enough to reach every partition, could all be queried. */
  queryableMs: number
}

export interface MeasuredInstallation {
  signalbox: DistributedSignalbox
  load: Load
  /** The receiver of the measurement's events. */
  ledger: LoadLedger
}

const eventCount = 6
/** Aborts hanging requests; their duration is measured, not asserted. */
const patience = { withinMs: 150_000, everyMs: 100 }

/** Sends events through every ingest and queries every query service for them, like a proxy with failover. */
export async function measureRecovery(measured: MeasuredInstallation): Promise<Recovery> {
  const beganAt = performance.now()
  const acknowledged = [await acknowledgeEvent(measured)]
  const acknowledgedMs = performance.now() - beganAt
  while (acknowledged.length < eventCount) acknowledged.push(await acknowledgeEvent(measured, acknowledged.length))
  for (const eventId of acknowledged) await findEvent(measured, eventId)
  return { acknowledgedMs, queryableMs: performance.now() - beganAt }
}

/** @returns the id of the first acknowledged event. */
function acknowledgeEvent({ signalbox, load, ledger }: MeasuredInstallation, turn = 0): Promise<string> {
  const next = runModelTurns(signalbox.ingest, turn)
  return eventually(async () => {
    const request = load.prepareError()
    const status = await sendRequest({ url: next().url, apiKey: signalbox.apiKey }, request)
    ledger[isAcknowledged(status) ? 'acknowledged' : 'uncertain'].push(request.items)
    expect(status).to.satisfy(isAcknowledged)
    return request.items.eventIds[0] ?? ''
  }, patience)
}

async function findEvent({ signalbox }: MeasuredInstallation, eventId: string): Promise<void> {
  const next = runModelTurns(signalbox.queries)
  await eventually(async () => {
    const { status } = await next().call('GET', `/api/v1/telemetry/query/events/${eventId}/`)
    expect(status).to.equal(200)
  }, patience)
}

function runModelTurns<T>(all: readonly T[], first = 0): () => T {
  let turn = first
  return () => {
    const taken = all[turn % all.length]
    turn += 1
    if (taken === undefined) throw new Error('there is none')
    return taken
  }
}
