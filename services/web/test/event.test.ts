import { expect } from 'chai'
import { readBreadcrumbs, readExceptions, readPairs } from '../src/parts/event/read-event.js'
import { splitTitle } from '../src/parts/issue/split-title.js'
import { foldFrames, nameLibraries } from '../src/parts/stack-trace/fold-frames.js'
import { findSuspect } from '../src/screens/issue/find-suspect.js'
import { undoChanges } from '../src/screens/issues/change-words.js'

const frame = (filename: string, inApp: boolean) => ({ filename, function: 'f', lineno: 5, in_app: inApp })

describe('a displayed event', () => {
  it('has its main exception first with the raising call on top, then causes, siblings and suppressed ones', () => {
    const exceptions = readExceptions({
      exception: [
        { type: 'Late', mechanism: { type: 'suppressed', exception_id: 4, parent_id: 0 } },
        { type: 'Root', mechanism: { type: 'chained', source: '__cause__', exception_id: 3, parent_id: 1 } },
        { type: 'Joined', mechanism: { type: 'chained', source: '', exception_id: 2, parent_id: 0 } },
        { type: 'Sibling', mechanism: { type: 'chained', source: 'errors[0]', exception_id: 1, parent_id: 0 } },
        { type: 'Cause', value: 'why' },
        {
          type: 'Main',
          mechanism: { type: 'generic', handled: false, exception_id: 0, is_exception_group: true },
          stacktrace: { frames: [frame('a', true), frame('b', true)] },
        },
      ],
    })
    expect(exceptions.map(({ type, relation }) => [type, relation])).to.deep.equal([
      ['Main', 'main'],
      ['Cause', 'cause'],
      ['Sibling', 'sibling'],
      ['Joined', 'sibling'],
      ['Root', 'cause'],
      ['Late', 'suppressed'],
    ])
    expect(exceptions[0]?.frames.map(({ place }) => place)).to.deep.equal(['b', 'a'])
    expect(exceptions[0]?.mechanism).to.equal('generic, unhandled')
  })

  it('numbers the source lines around the failing one', () => {
    const [exception] = readExceptions({
      exception: [
        { stacktrace: { frames: [{ lineno: 41, pre_context: ['a', 'b'], context_line: 'hit', post_context: ['c'] }] } },
      ],
    })
    expect(exception?.frames[0]?.source.map(({ number, isHit }) => [number, isHit])).to.deep.equal([
      [39, false],
      [40, false],
      [41, true],
      [42, false],
    ])
  })

  it('survives anything that an application sends', () => {
    for (const odd of [
      null,
      5,
      'text',
      [],
      [null],
      [5],
      {},
      { frames: 'no' },
      [{ stacktrace: { frames: [null, 5] } }],
    ]) {
      const event = { exception: odd, breadcrumbs: odd, stacktrace: odd }
      expect(() => [readExceptions(event), readBreadcrumbs(event), readPairs(odd)], JSON.stringify(odd)).not.to.throw()
    }
  })

  it('folds library frames into one line, unless there is nothing else', () => {
    const [exception] = readExceptions({
      exception: [
        {
          stacktrace: {
            frames: [
              frame('node_modules/fastify/a.js', false),
              frame('node_modules/@x/y/b.js', false),
              frame('src/a.ts', true),
            ],
          },
        },
      ],
    })
    const folded = foldFrames(exception?.frames ?? [])
    expect(folded.map(({ kind }) => kind)).to.deep.equal(['frame', 'folded'])
    expect(nameLibraries(exception?.frames.slice(1) ?? [])).to.equal('@x/y, fastify')
    expect(foldFrames((exception?.frames ?? []).slice(1)).map(({ kind }) => kind)).to.deep.equal(['frame', 'frame'])
  })

  it("shows a breadcrumb's data if it has no message", () => {
    const texts = readBreadcrumbs({
      breadcrumbs: [{ data: { method: 'GET', url: '/cart' } }, { data: { from: '/a', to: '/b' } }, { message: 'said' }],
    }).map(({ text }) => text)
    expect(texts).to.deep.equal(['GET /cart', '/a → /b', 'said'])
  })
})

describe('a displayed issue', () => {
  it('has its exception type in bold, or the complete message', () => {
    expect(splitTitle('TypeError: x is null')).to.deep.equal({ type: 'TypeError', text: 'x is null' })
    expect(splitTitle('java.io.IOException: closed')).to.deep.equal({ type: 'java.io.IOException', text: 'closed' })
    expect(splitTitle('Cart restored: 3 items')).to.deep.equal({ type: 'Cart restored: 3 items', text: '' })
  })

  it('suspects the deployment of its release, or the last one within half an hour before', () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString()
    const deployed = (version: string, minute: number) => ({
      version,
      occurred_at: at(minute),
      status: 'success' as const,
    })
    const issue = { first_release: 'shop@2.0', first_seen_at: at(30) }
    expect(findSuspect(issue, [deployed('2.0', 10), deployed('2.1', 20)])?.version).to.equal('2.0')
    expect(findSuspect({ ...issue, first_release: '' }, [deployed('2.0', 10), deployed('2.1', 20)])?.version).to.equal(
      '2.1',
    )
    expect(findSuspect(issue, [deployed('2.0', 45)])).to.equal(undefined)
    expect(findSuspect({ ...issue, first_seen_at: at(59) }, [deployed('2.0', 10)])).to.equal(undefined)
  })

  it('returns to its previous state when a change is undone, equal changes in one request', () => {
    const issue = (id: string, more: object) => ({
      id,
      status: 'unresolved' as const,
      reason: 'new' as const,
      resolved_release: null,
      archived_until: null,
      archived_events: null,
      assignee: null,
      ...more,
    })
    const archived = { status: 'archived' as const, reason: 'events' as const, archived_events: 10 }
    expect(undoChanges([issue('1', {}), issue('2', {}), issue('3', archived)])).to.deep.equal([
      { ids: ['1', '2'], change: { status: 'unresolved', assignee_id: null } },
      { ids: ['3'], change: { status: 'archived', assignee_id: null, archive_until: 'events', events: 10 } },
    ])
  })
})
