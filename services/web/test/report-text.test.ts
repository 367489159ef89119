import type { Assertion } from '@signalbox/contracts'
import { expect } from 'chai'
import { describeHelpers } from '../src/api/describe-helpers.js'
import { urlOfRoute } from '../src/api/route-url.js'
import { findInDiff, readDiff } from '../src/parts/diff/read-diff.js'
import { readProse } from '../src/parts/text/read-prose.js'
import { findTouched } from '../src/screens/session/find-touched.js'

describe("times in a report's text", () => {
  const known = ['2026-05-13T09:04:30.000Z', '2026-05-14T09:04:07.000Z']

  it('are instants if they have a date', () => {
    expect(readProse('From 2026-05-14T02:41:08Z, or 2026-05-14 02:43 UTC.', [])).to.deep.equal([
      { kind: 'text', text: 'From ' },
      { kind: 'timestamp', text: '2026-05-14T02:41:08Z', at: '2026-05-14T02:41:08Z' },
      { kind: 'text', text: ', or ' },
      { kind: 'timestamp', text: '2026-05-14 02:43 UTC', at: '2026-05-14T02:43Z' },
      { kind: 'text', text: '.' },
    ])
  })

  it('get the date of the newest known timestamp in that minute', () => {
    expect(readProse('It began at 09:04 UTC', known).at(-1)).to.deep.equal({
      kind: 'time-of-day',
      text: '09:04 UTC',
      at: '2026-05-14T09:04:07.000Z',
    })
  })

  it('stay text if their date is unknown, or they are none', () => {
    for (const text of ['It began at 09:05 UTC', 'ratio 3:09:04 UTC', '2026-99-99 09:04 UTC', '09:04 UTCs', '09:04'])
      expect(readProse(text, known), text).to.deep.equal([{ kind: 'text', text }])
  })

  it('stay code in backquotes', () => {
    expect(readProse('`09:04 UTC`', known)).to.deep.equal([{ kind: 'code', text: '09:04 UTC' }])
  })
})

describe('a diff', () => {
  const diff = [
    '--- a/pool.ts',
    '+++ b/pool.ts',
    '@@ -11,3 +11,3 @@',
    ' open',
    '-size: 50,',
    '+size: 5,',
    ' size',
  ].join('\n')

  it('has the line numbers of its hunks: of the old file where a line was removed', () => {
    expect(readDiff(diff).map(({ kind, number }) => `${kind} ${String(number)}`)).to.deep.equal([
      ...['head undefined', 'head undefined', 'head undefined'],
      ...['same 11', 'removed 12', 'added 12', 'same 13'],
    ])
  })

  it('has no line numbers if its hunks have none', () => {
    expect(readDiff('@@ pool.ts @@\n+size: 5,').map(({ number }) => number)).to.deep.equal([undefined, undefined])
  })

  it('is marked in the changed lines that contain a text, or in unchanged ones if no changed line does', () => {
    const lines = readDiff(diff)
    expect([...findInDiff(lines, ['size: 5,'])]).to.deep.equal([5])
    expect([...findInDiff(lines, ['size'])]).to.deep.equal([4, 5])
    expect([...findInDiff(lines, ['open\n'])]).to.deep.equal([3])
    expect([...findInDiff(lines, [''])]).to.deep.equal([])
  })
})

describe('the part of a result that a claim refers to', () => {
  const result = {
    changes: [
      { id: 'a', diff: '+one' },
      { id: 'b', diff: '+two' },
    ],
  }
  const check = (pointer: string, operator: Assertion['operator'], value: string) =>
    ({ evidence_id: 'e1', pointer, operator, value }) as const

  it('is the row that the check passes for, with the line it found in the diff', () => {
    const touched = findTouched(result, [
      check('/changes/*/diff', 'contains', 'two'),
      check('/changes/1/id', 'equals', 'b'),
    ])
    expect(touched.has(result.changes[0])).to.equal(false)
    expect(touched.get(result.changes[1])).to.deep.equal(['two'])
  })

  it('is nothing if the check fails', () => {
    expect(findTouched(result, [check('/changes/*/diff', 'contains', 'three')]).size).to.equal(0)
  })
})

describe('who can help someone without a permission', () => {
  const member = (name: string, role: 'owner' | 'admin' | 'member') => ({ name, role, email: `${role}@acme.example` })
  const [tom, mara, bo, di] = [
    member('Tom Reyes', 'owner'),
    member('Mara Klein', 'admin'),
    member('', 'admin'),
    member('Di', 'member'),
  ] as const

  it('is named, owners first, and without those who cannot', () => {
    expect(describeHelpers([mara, di, tom], 'viewer')).to.equal('Tom Reyes and Mara Klein can change that.')
    expect(describeHelpers([mara, di, tom], 'admin')).to.equal('Tom Reyes can change that.')
    expect(describeHelpers([bo], 'viewer')).to.equal('admin@acme.example can change that.')
  })

  it('is counted beyond two', () => {
    expect(describeHelpers([mara, bo, tom], 'member')).to.equal('Tom Reyes and 2 others can change that.')
  })

  it('is said by role if the members are unknown', () => {
    expect(describeHelpers([], 'viewer')).to.equal('Ask an owner or admin for access.')
  })
})

describe('the URL of a recorded query', () => {
  const routes = {
    readTrace: ['GET', '/api/v1/query/trace/{trace_id}/'],
    querySql: ['POST', '/api/v1/query/sql/'],
  } as const
  const urlOf = (id: string, parameters: Record<string, unknown>) =>
    urlOfRoute(routes, id, parameters, 'https://signals.acme.example')

  it('has its parameters in the path and the query', () => {
    expect(urlOf('readTrace', { trace_id: "a' b", limit: 5, merge: false })).to.equal(
      'https://signals.acme.example/api/v1/query/trace/a%27%20b/?limit=5&merge=false',
    )
  })

  it('does not exist for queries that are no GET request, are unknown here, or lack a parameter', () => {
    expect(urlOf('querySql', { sql: 'SELECT 1' })).to.equal(undefined)
    expect(urlOf('readGone', {})).to.equal(undefined)
    expect(urlOf('readTrace', {})).to.equal(undefined)
    expect(urlOf('readTrace', { trace_id: 'a', filter: { a: 1 } })).to.equal(undefined)
  })
})
