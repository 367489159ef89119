import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventStream, ServerSentEvent } from '@signalbox/contracts'
import { expect } from 'chai'
import { createSessionEvents } from '../../src/sessions/session-events.js'
import { startSession } from '../../src/sessions/start-session.js'
import { openStore, type ControlPlaneStore } from '../../src/control-plane-store.js'

const now = Date.UTC(2026, 0, 1)

describe('session event streams', () => {
  let directory: string
  let store: ControlPlaneStore

  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'session-events-'))
    store = openStore(directory)
    for (const id of ['one', 'two']) store.organizations.insert({ id, name: id, created_at: now })
  })
  after(() => {
    store.close()
    rmSync(directory, { recursive: true, force: true })
  })

  const start = (organizationId: string) => {
    const origin = { kind: 'manual', id: null } as const
    return startSession(store, { organizationId, prompt: 'Look', context: {}, origin, now })
  }
  const open = (stream: EventStream) => {
    const leaving = new AbortController()
    const events = stream.open({ lastEventId: undefined, signal: leaving.signal })
    const read = readAll(events)
    return {
      leave: () => {
        leaving.abort()
        return read
      },
    }
  }

  it('are rejected over the limit of an organization, or of all together, until a watcher leaves', async () => {
    const eventsOf = createSessionEvents(store, { watchersMax: 3, watchersPerOrganizationMax: 2 })
    const [one, two] = [eventsOf(start('one')), eventsOf(start('two'))]
    const watching = [open(one), open(one)]
    expect(() => open(one)).to.throw('Too many')
    watching.push(open(two))
    expect(() => open(two)).to.throw('Too many')
    await watching[0]?.leave()
    watching.push(open(two))
    expect(() => open(one)).to.throw('Too many')
    for (const watcher of watching) await watcher.leave()
    await open(one).leave()
  })
})

async function readAll(events: AsyncIterable<ServerSentEvent>): Promise<ServerSentEvent[]> {
  const read: ServerSentEvent[] = []
  for await (const event of events) read.push(event)
  return read
}
