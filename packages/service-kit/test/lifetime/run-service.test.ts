import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect } from 'chai'
import { ConfigError, createLifecycle, runService, type Service, type ServiceProcess } from '../../src/index.js'
import { listen } from '../../src/http/listening.js'
import type { LogLevel } from '../../src/logging/create-logger.js'

/** Runs a service in a simulated process. @returns its output, and its requested exit codes. */
async function run(
  create: () => Service,
  read: () => { logLevel: LogLevel } = () => ({ logLevel: 'silent' }),
  isTTY = false,
) {
  const told: string[] = []
  const codes: number[] = []
  const signals = new Map<string, () => void>()
  const write = (text: string) => told.push(text)
  const process: ServiceProcess = {
    env: {},
    stdout: { write, isTTY },
    stderr: { write },
    on: (signal, listener) => signals.set(signal, listener),
    exit: (code) => codes.push(code),
    umask: () => undefined,
  }
  await runService({ name: 'test', process, read, create })
  return { told, codes, signals }
}

const lifecycle = createLifecycle({ components: [] })

describe('runService', () => {
  it("prints the service's announcement once it is running, and keeps running", async () => {
    const { told, codes } = await run(() => ({ lifecycle, announce: () => 'ready at last' }))
    expect(told).to.deep.equal(['ready at last'])
    expect(codes).to.deep.equal([])
  })

  it('logs for people if its output is a terminal', async () => {
    const { told } = await run(
      () => ({ lifecycle }),
      () => ({ logLevel: 'info' }),
      true,
    )
    expect(told.join('')).to.match(/^\d\d:\d\d:\d\d \S*info\S* ready\n$/m)
  })

  for (const place of ['read', 'create'] as const) {
    it(`exits with code 2 and all faults if ${place === 'read' ? 'reading settings' : 'creating the service'} finds wrong settings`, async () => {
      const fail = () => {
        throw new ConfigError(['ONE must be set', 'TWO must be a number'])
      }
      const { told, codes } = await run(
        place === 'create' ? fail : () => ({ lifecycle }),
        place === 'read' ? fail : undefined,
      )
      expect(told.join('')).to.include('ONE must be set').and.to.include('TWO must be a number')
      expect(codes).to.deep.equal([2])
    })
  }

  it('exits with code 1 if a part cannot start', async () => {
    const broken = { name: 'broken', start: () => Promise.reject(new Error('no disk')), stop: () => undefined }
    const { told, codes } = await run(() => ({ lifecycle: createLifecycle({ components: [broken] }) }))
    expect(codes).to.deep.equal([1])
    expect(told).to.deep.equal(['test could not start: broken could not be started: no disk\n'])
  })

  it('reports in one sentence which port is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const server = createServer()
    const http = { name: 'http', start: () => listen(server, { port, host: '127.0.0.1' }), stop: () => undefined }
    const { told } = await run(() => ({ lifecycle: createLifecycle({ components: [http] }) }))
    taken.close()
    expect(told.join('')).to.match(/^test could not start: .*127\.0\.0\.1:\d+ is already in use; [^\n]*\n$/)
  })
})
