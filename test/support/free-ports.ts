import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Below the system's ephemeral ports, thousands of which a busy test opens. */
const first = 20_000
const last = 31_999
const attemptsMax = 1_000

/** Distinct loopback ports that were free a moment ago. */
export async function findFreePorts(count: number): Promise<number[]> {
  const taken = new Map<number, Server>()
  for (let attempt = 0; taken.size < count && attempt < attemptsMax; attempt += 1) {
    const port = randomInt(first, last + 1)
    const server = taken.has(port) ? undefined : await listen(port)
    if (server) taken.set(port, server)
  }
  await Promise.all([...taken.values()].map((server) => once(server.close(), 'close')))
  if (taken.size < count) throw new Error(`no ${count} ports from ${first} to ${last} are free`)
  return [...taken.keys()]
}

/** @returns undefined if the port is taken. */
async function listen(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return server
  } catch {
    return undefined
  }
}
