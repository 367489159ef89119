import { expect } from 'chai'
import { isBlockedByBrowsers } from '../../src/http/blocked-ports.js'
import { createHttpPart } from '../../src/http/http-part.js'
import { silentLog } from '../../src/logging/log.js'
import { createMetrics } from '../../src/metrics/metrics.js'

/** Starts on a port, stops, and returns the warnings. */
async function warningsOn(port: number): Promise<string[]> {
  const warnings: string[] = []
  const part = createHttpPart({
    config: { host: '127.0.0.1', port, tlsCert: undefined, tlsKey: undefined, trustProxy: false, trustedProxies: [] },
    log: { ...silentLog, warn: (_: object, message: string) => warnings.push(message) },
    metrics: createMetrics(),
    open: () => ({ app: (_, res) => res.end() }),
  })
  await part.start()
  await part.stop()
  return warnings
}

describe('the public port', () => {
  it('warns of a port that browsers refuse to open, and of no other', async () => {
    expect(await warningsOn(6697)).to.deep.equal([
      'browsers refuse to open port 6697: set SIGNALBOX_PORT to another one, such as 8000',
    ])
    expect(await warningsOn(0)).to.deep.equal([])
  })

  it('knows the ports that fetch refuses', async () => {
    const refused = Array.from({ length: 65_536 }, (_, port) => port).filter(isBlockedByBrowsers)
    expect(refused).to.include.members([22, 2049, 6000, 10_080])
    for (const port of refused) {
      const fault: unknown = await fetch(`http://127.0.0.1:${port}`).catch((error: unknown) => error)
      expect(fault, String(port)).to.have.nested.property('cause.message', 'bad port')
    }
  })
})
