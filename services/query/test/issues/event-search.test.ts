import { createId, listIssueEvents } from '@signalbox/contracts'
import { stringifySearch, toPattern, type SearchTerm } from '@signalbox/event-search'
import { expect } from 'chai'
import fc from 'fast-check'
import { directoryOf } from '../support/issue-directory.js'
import { openService, type QueryService } from '../support/query-service.js'
import { event, hexId } from '../support/rows.js'

const issue = { id: createId(), fingerprints: [hexId(32, 1)] }
const tricky = String.raw`50%_off \ "now" 'x' {a:String} *`

describe("searching an issue's events", () => {
  let service: QueryService

  before(async () => {
    const owner = { organizationId: '' }
    service = await openService({ issues: directoryOf(owner, [issue]) })
    owner.organizationId = service.organizationId
    const plain = { fingerprint: hexId(32, 1) }
    await service.seed('events', [
      event({
        ...plain,
        event_id: hexId(32, 1),
        level: 'fatal',
        environment: 'production',
        release: 'web@1.2.0',
        handled: 'false',
      }),
      event({ ...plain, event_id: hexId(32, 2), tags: { level: 'boss', 'my key': 'a', size: '12' } }),
      event({
        ...plain,
        event_id: hexId(32, 3),
        exception_type: 'TypeError',
        exception_value: tricky,
        user: JSON.stringify({ id: '7', email: 'ann@example.com', username: 'ann', ip_address: '203.0.113.7' }),
        user_key: 'id:7',
      }),
      event({
        ...plain,
        event_id: hexId(32, 4),
        transaction: 'GET /cart',
        sdk_version: '9.1.0',
        trace_id: hexId(32, 9),
      }),
    ])
  })

  async function find(search: string): Promise<number[]> {
    const { status, body } = await service.get(listIssueEvents, { search }, { issue_id: issue.id })
    expect(status, search).to.equal(200)
    return body.events.map(({ event_id: id }) => Number.parseInt(id, 16)).sort((a, b) => a - b)
  }

  const searches: [search: string, events: number[]][] = [
    ['', [1, 2, 3, 4]],
    ['level:fatal', [1]],
    ['level:[fatal,warning]', [1]],
    ['error.unhandled:true', [1]],
    ['error.handled:0', [1]],
    ['!error.unhandled:true', [2, 3, 4]],
    ['error.handled:[true,false]', [1, 2, 3, 4]],
    ['!level:fatal', [2, 3, 4]],
    ['tags[level]:boss', [2]],
    ['"my key":a', [2]],
    ['has:size', [2]],
    ['!has:"my key"', [1, 3, 4]],
    ['has:release', [1]],
    ['release:""', [2, 3, 4]],
    ['release:web@1.*', [1]],
    ['release:*.0', [1]],
    ['size:>11', [2]],
    ['size:<=11', []],
    ['!size:>11', [1, 3, 4]],
    ['error.type:TypeError', [3]],
    ['typeerror', [3]],
    ['user.email:ann@*', [3]],
    ['user.id:7 user.username:ann user.ip:203.0.113.7 user:id:7', [3]],
    ['transaction:"GET /cart" sdk.version:9.*', [4]],
    [`trace:${hexId(32, 9)}`, [4]],
    [`id:${hexId(32, 2)}`, [2]],
    ['environment:production release:web@1.2.0', [1]],
    ['environment:production release:web@1.3.0', []],
    ['timestamp:-1h', [1, 2, 3, 4]],
    ['timestamp:<2020-01-01', []],
  ]
  for (const [search, events] of searches) {
    it(`finds events by ${JSON.stringify(search)}`, async () => {
      expect(await find(search)).to.deep.equal(events)
    })
  }

  it('takes every character of a value literally', async () => {
    const of = (pattern: string): SearchTerm => {
      return { kind: 'property', name: 'error.value', values: [pattern], isNegated: false }
    }
    const found = [toPattern(tricky), `${toPattern(tricky.slice(0, 8))}*`, `*${toPattern(tricky.slice(-20))}`]
    for (const pattern of found) expect(await find(stringifySearch([of(pattern)]))).to.deep.equal([3])
    for (const pattern of ['50_', '50%*', String.raw`50%\_*`, '50xx*']) {
      const events = pattern === '50%*' ? [3] : []
      expect(await find(stringifySearch([of(pattern)])), pattern).to.deep.equal(events)
    }
    expect(await find(stringifySearch([{ kind: 'text', text: tricky.slice(3), isNegated: false }]))).to.deep.equal([3])
  })

  it('answers any search or explains what is wrong with it, and never fails', async () => {
    const piece = fc.constantFrom(
      ...[
        'level:',
        'has:',
        '!',
        '"',
        '\\',
        '*',
        '[',
        ']',
        ',',
        ':',
        '>',
        '<=',
        '-24h',
        ' ',
        'size:',
        "'",
        '{',
        '}',
        '%',
      ],
      ...['a', '1', ')', ';', '--', 'ß', '😀', 'tags[', 'timestamp:', 'user.id:'],
    )
    const text = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''))
    await fc.assert(
      fc.asyncProperty(text, async (search) => {
        const { status, faults } = await service.get(listIssueEvents, { search }, { issue_id: issue.id })
        expect([200, 400], search).to.include(status)
        if (status === 400) expect(faults[0]?.name).to.equal('search')
      }),
      { numRuns: 80 },
    )
  })
})
