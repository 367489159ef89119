import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { eventually } from '../../support/eventually.js'
import { findFreePorts } from '../../support/free-ports.js'

/** An OpenTelemetry Collector that accepts OTLP over HTTP and forwards it in batches. */
export interface RunningCollector {
  /** Where it accepts data. */
  url: string
  stop: () => Promise<void>
}

/** @param target where it forwards everything. */
export async function startCollector(
  command: string,
  target: { url: string; apiKey: string },
): Promise<RunningCollector> {
  const [port = 0] = await findFreePorts(1)
  const address = `127.0.0.1:${port}`
  const pipeline = { receivers: ['otlp'], processors: ['batch'], exporters: ['otlp_http'] }
  const config = {
    receivers: { otlp: { protocols: { http: { endpoint: address } } } },
    processors: { batch: { timeout: '200ms' } },
    exporters: {
      otlp_http: {
        endpoint: target.url,
        headers: { authorization: `Bearer ${target.apiKey}` },
        // The default initial delay is five seconds.
        retry_on_failure: { initial_interval: '50ms', max_interval: '1s' },
      },
    },
    service: {
      telemetry: { metrics: { level: 'none' } },
      pipelines: { traces: pipeline, metrics: pipeline, logs: pipeline },
    },
  }
  // JSON is valid YAML.
  const collector = spawn(command, [`--config=yaml:${JSON.stringify(config)}`], { stdio: 'ignore' })
  const exited = once(collector, 'exit')
  await eventually(() => expectOpen(port), { withinMs: 20_000 })
  return {
    url: `http://${address}`,
    stop: async () => {
      collector.kill('SIGTERM')
      await exited
    },
  }
}

async function expectOpen(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
  } finally {
    socket.destroy()
  }
}
