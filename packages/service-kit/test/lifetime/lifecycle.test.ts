import { expect } from 'chai'
import { createLifecycle, runUntilSignal, silentLog, type Component } from '../../src/index.js'

function createBench() {
  const events: string[] = []
  const component = (name: string, faults: Partial<Record<'start' | 'stop', boolean>> = {}): Component => ({
    name,
    start: () => {
      events.push(`start ${name}`)
      if (faults.start) throw new Error(`${name} is broken`)
    },
    stop: () => {
      events.push(`stop ${name}`)
      if (faults.stop) throw new Error(`${name} hangs on`)
    },
    drain: () => {
      events.push(`drain ${name}`)
    },
  })
  return { events, component }
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  )
}

describe('createLifecycle', () => {
  it('starts in order and stops in reverse, after draining all parts', async () => {
    const { events, component } = createBench()
    const lifecycle = createLifecycle({ components: [component('a'), component('b')] })
    await lifecycle.start()
    await lifecycle.stop()
    await lifecycle.stop()
    expect(events).to.deep.equal(['start a', 'start b', 'drain a', 'drain b', 'stop b', 'stop a'])
  })

  it('stops running parts if one cannot start, and names it', async () => {
    const { events, component } = createBench()
    const components = [component('a'), component('b'), component('c', { start: true }), component('d')]
    const error = await failureOf(createLifecycle({ components }).start())
    expect(error).to.be.instanceOf(Error).with.property('message', 'c could not be started')
    expect(events).to.deep.equal(['start a', 'start b', 'start c', 'drain a', 'drain b', 'stop b', 'stop a'])
  })

  it('stops the other parts if one cannot be stopped', async () => {
    const { events, component } = createBench()
    const lifecycle = createLifecycle({ components: [component('a'), component('b', { stop: true })] })
    await lifecycle.start()
    expect(await failureOf(lifecycle.stop())).to.be.instanceOf(AggregateError)
    expect(events.at(-1)).to.equal('stop a')
  })
})

describe('runUntilSignal', () => {
  function createProcess() {
    const listeners = new Map<string, () => void>()
    let exited: (code: number) => void = () => undefined
    const exitCode = new Promise<number>((resolve) => {
      exited = resolve
    })
    return {
      handle: {
        on: (signal: string, listener: () => void) => listeners.set(signal, listener),
        exit: (code: number) => {
          exited(code)
        },
      },
      send: (signal: string) => listeners.get(signal)?.(),
      exitCode,
    }
  }
  const stuck: Component = { name: 'stuck', start: () => undefined, stop: () => new Promise<void>(() => undefined) }

  it('stops on SIGTERM and exits with 0', async () => {
    const { events, component } = createBench()
    const { handle, send, exitCode } = createProcess()
    const lifecycle = createLifecycle({ components: [component('a')] })
    await runUntilSignal({ lifecycle, process: handle, log: silentLog, onStarted: () => events.push('started') })
    send('SIGTERM')
    expect(await exitCode).to.equal(0)
    expect(events).to.deep.equal(['start a', 'started', 'drain a', 'stop a'])
  })

  it('exits with 1 if the start fails', async () => {
    const { handle, exitCode } = createProcess()
    const lifecycle = createLifecycle({ components: [createBench().component('a', { start: true })] })
    await runUntilSignal({ lifecycle, process: handle, log: silentLog })
    expect(await exitCode).to.equal(1)
  })

  it('exits with 1 if the stop takes too long', async () => {
    const { handle, send, exitCode } = createProcess()
    const lifecycle = createLifecycle({ components: [stuck] })
    await runUntilSignal({ lifecycle, process: handle, log: silentLog, stopWithinMs: 20 })
    send('SIGINT')
    expect(await exitCode).to.equal(1)
  })

  it('exits immediately on a second signal, but not if two senders send the same one at once', async () => {
    const { handle, send, exitCode } = createProcess()
    const lifecycle = createLifecycle({ components: [stuck] })
    let elapsed = 0
    let hasEnded = false
    void exitCode.then(() => (hasEnded = true))
    await runUntilSignal({ lifecycle, process: handle, log: silentLog, elapsedMs: () => elapsed })
    send('SIGTERM')
    elapsed = 499
    send('SIGTERM')
    await new Promise((resolve) => setImmediate(resolve))
    expect(hasEnded).to.equal(false)
    elapsed = 500
    send('SIGTERM')
    expect(await exitCode).to.equal(1)
  })
})
