import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMetrics, createRateLimits, silentLog } from '@signalbox/service-kit'
import { createApp, openControlPlane } from '../../../control-plane/src/index.js'
import { ScriptedTelemetry } from '../../../control-plane/test/support/scripted-telemetry.js'
import { now, run, type RunOptions } from './run.js'

const apiKey = 'key-of-the-test-with-all-scopes'

/** A control plane behind HTTP on a free port, with its own storage; no other role. */
export async function startRealServer() {
  const directory = mkdtempSync(join(tmpdir(), 'signalbox-cli-'))
  const telemetry = new ScriptedTelemetry()
  const controlPlane = openControlPlane({
    queryTelemetry: telemetry.queryTelemetry,
    dataDirectory: join(directory, 'control-plane'),
    publicUrl: 'http://signalbox.test',
    clock: () => now,
  })
  const { organizationId } = controlPlane.bootstrap(apiKey)
  const rateLimits = createRateLimits({ queryPerMinute: 1_000_000, ingestPerMinute: 1_000_000 })
  const app = createApp({ controlPlane, log: silentLog, metrics: createMetrics(), rateLimits })
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    directory,
    controlPlane,
    organizationId,
    /** Telemetry responses to the control plane. */
    telemetry,
    /** Runs a command line against it. */
    run: (args: readonly string[], options: RunOptions = {}) =>
      run(args, { ...options, env: { SIGNALBOX_URL: url, SIGNALBOX_API_KEY: apiKey, ...options.env } }),
    stop: () => {
      server.closeAllConnections()
      server.close()
      controlPlane.close()
    },
    remove: () => {
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export type RealServer = Awaited<ReturnType<typeof startRealServer>>
