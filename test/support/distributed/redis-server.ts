import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { eventually } from '../eventually.js'
import { findFreePorts } from '../free-ports.js'

/** A real Redis on loopback, without persistence. */
export interface RedisServer {
  readonly url: string
  /** kill -9. */
  kill(): Promise<void>
  /** Starts it again, empty. */
  restart(): Promise<void>
  /** Suspends and resumes it: connections stay open without responses. */
  pause(): void
  resume(): void
}

const answerMs = 1_000

/**
 * Starts a server on a free port and waits until it responds.
 * @throws Error if it exits instead.
 */
export async function startRedis(): Promise<RedisServer> {
  const [port = 0] = await findFreePorts(1)
  let child: ChildProcess | undefined
  const start = async () => {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    const started = (child = spawn('redis-server', options, { stdio: 'ignore' }))
    const ended = once(started, 'exit').then(() => {
      throw new Error(`redis-server ended: is port ${port} taken?`)
    })
    await Promise.race([ended, eventually(() => ping(port))])
    // From here on, tests end it.
    ended.catch(() => undefined)
  }
  const signal = (name: NodeJS.Signals) => {
    child?.kill(name)
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: async () => {
      const ending = child
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
      ending.kill('SIGKILL')
      await once(ending, 'exit')
    },
    restart: start,
    pause: () => {
      signal('SIGSTOP')
    },
    resume: () => {
      signal('SIGCONT')
    },
  }
}

/** Another process may listen there as well: only Redis responds like this. */
async function ping(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  try {
    socket.write('PING\r\n')
    const [answer] = (await once(socket, 'data', { signal: AbortSignal.timeout(answerMs) })) as [Buffer]
    if (!answer.toString().startsWith('+PONG')) throw new Error(`port ${port} is not that of Redis`)
  } finally {
    socket.destroy()
  }
}
