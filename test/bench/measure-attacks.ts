import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { addOrganization } from '../support/add-organization.js'
import { attackNames, type AttackName } from '../support/attacks/attacks.js'
import { aims, storeTraces, summarizeWaits, watchBystander } from '../support/attacks/bystander.js'
import { startAttack } from '../support/attacks/start-attack.js'
import { startSignalbox } from '../support/signalbox-process.js'
import type { Measurement } from './report.js'

const key = 'key-of-the-organization-that-is-not-attacked'
const warmUpMs = 20_000
const phaseMs = 30_000
/** Many more than a phase adds: lists of a few traces are answered in another way. */
const traces = 5_000
/** What the warm-up left to do is done. */
const settleMs = 5_000

/**
 * Measures another organization's latency during an attack, as a ratio to the quiet phase before, and how long stopping
 * takes. `test/security/under-attack.test.ts` measures the same in shorter phases.
 */
export async function measureAttacks(): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  for (const name of attackNames) measurements.push(...(await measureAttack(name)))
  return measurements
}

async function measureAttack(name: AttackName): Promise<Measurement[]> {
  const signalbox = await startSignalbox()
  try {
    addOrganization(join(signalbox.dataDirectory, 'control-plane'), key)
    await storeTraces(signalbox, key, traces)
    // Code and caches that the attack needs are warm in both phases, as in an installation that has run for a while.
    const endWarmUp = await startAttack(name, signalbox)
    await watchBystander(signalbox, key, warmUpMs)
    await endWarmUp()
    await delay(settleMs)
    const quiet = summarizeWaits(await watchBystander(signalbox, key, phaseMs))
    const end = await startAttack(name, signalbox)
    await delay(2_000)
    const attacked = summarizeWaits(await watchBystander(signalbox, key, phaseMs))
    const startedAt = performance.now()
    const code = await signalbox.stop()
    const stopMs = performance.now() - startedAt
    await end()
    if (code !== 0) throw new Error(`the stop under ${name} ended with ${String(code)}`)
    const wait = (what: 'ingestP99' | 'listP95', called: string): Measurement => ({
      ...{ name: `${name}: ${called}`, value: attacked[what], baseline: quiet[what] },
      ...{ unit: 'ms', aim: `≤ ${aims[what]} ×` },
    })
    return [
      wait('ingestP99', 'ingest p99'),
      wait('listP95', 'list p95'),
      { name: `${name}: stop`, value: stopMs, unit: 'ms', aim: `≤ ${aims.stopMs / 1_000} s` },
    ]
  } finally {
    await signalbox.dispose()
  }
}
