import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServiceError, type EventStream, type ServerSentEvent } from '@signalbox/contracts'
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

  it('are rejected over the limit of a caller, an organization, or of all together, until a watcher leaves', async () => {
    const eventsOf = createSessionEvents(store, {
      watchersMax: 4,
      watchersPerOrganizationMax: 3,
      watchersPerCallerMax: 2,
    })
    const ofOne = start('one')
    const ann = eventsOf(ofOne, { organizationId: 'one', keyId: 'ann' })
    const bob = eventsOf(ofOne, { organizationId: 'one', keyId: 'bob' })
    const other = eventsOf(start('two'), { organizationId: 'two', keyId: 'carol' })
    const refusalOf = (stream: EventStream) => expect(() => open(stream)).to.throw(ServiceError)
    const watching = [open(ann), open(ann)]
    refusalOf(ann).with.property('code', 'rate-limited')
    refusalOf(ann)
      .with.property('detail')
      .that.matches(/^You have too many event streams open: at most 2/)
    watching.push(open(bob))
    refusalOf(bob)
      .with.property('detail')
      .that.matches(/^Your organization has .* at most 3/)
    watching.push(open(other))
    refusalOf(other).with.property('code', 'overloaded')
    await watching[0]?.leave()
    watching.push(open(other))
    refusalOf(bob).with.property('code', 'overloaded')
    for (const watcher of watching) await watcher.leave()
    await open(ann).leave()
  })
})

async function readAll(events: AsyncIterable<ServerSentEvent>): Promise<ServerSentEvent[]> {
  const read: ServerSentEvent[] = []
  for await (const event of events) read.push(event)
  return read
}
