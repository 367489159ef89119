import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { bundlePrograms } from './bundle-programs.js'
import type { Measurement } from './report.js'

/**
 * Measures single-event envelopes read per second in one thread: the frame alone, compared with a bare split at line
 * feeds plus JSON.parse of the two headers; and the full path to rows (frame, normalize, scrub, group, encode), without
 * and with asking for source maps, compared with JSON.parse of the payload.
 */
export async function measureParser(): Promise<Measurement[]> {
  const folder = await bundlePrograms('parser', ['test/bench/parser-program.ts'])
  const messages: unknown[] = await once(fork(join(folder, 'parser-program.js'), { execArgv: [] }), 'message')
  const message = messages[0]
  if (!isMeasurements(message)) throw new Error('the parser benchmark did not send its measurements')
  return message
}

function isMeasurements(message: unknown): message is Measurement[] {
  return Array.isArray(message) && message.every((one) => typeof one === 'object' && one !== null && 'name' in one)
}
