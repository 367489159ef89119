import { createStoreClient, createTelemetryReader } from '@signalbox/telemetry-store'

// Holds an engine with a running statement that cannot be cancelled, and sends it another one every second.
const [dataDirectory = '', statement = ''] = process.argv.slice(2)
let enginePid: number | undefined
const client = await createStoreClient({
  dataDirectory,
  onEngineEvent: (event) => {
    enginePid = event.pid
  },
})
const reader = createTelemetryReader(client)
reader.read({ name: 'wedge', sql: statement }).catch(() => undefined)
await reader.read({ name: 'one', sql: 'SELECT 1' })
process.send?.(enginePid)
setInterval(() => {
  void reader.read({ name: 'one', sql: 'SELECT 1' }).then(() => process.send?.('one answered'))
}, 1_000)
