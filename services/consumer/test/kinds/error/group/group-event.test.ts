import { expect } from 'chai'
import { rowOf } from '../event-input.js'

interface Explanation {
  by: string
  components: unknown[]
}

function explain(payload: Record<string, unknown>): Explanation {
  const { by, components } = JSON.parse(rowOf(payload).grouping_components) as Explanation
  return { by, components }
}

const own = { function: 'pay', filename: '/srv/pay.js', in_app: true }
const foreign = { function: 'handle', filename: '/srv/node_modules/express/layer.js', in_app: true }

describe('groupEvent', () => {
  it('explains which parts counted', () => {
    const exception = { type: 'E', value: 'x', stacktrace: { frames: [foreign, own] } }
    expect(explain({ platform: 'node', exception })).to.deep.equal({
      by: 'app',
      components: [
        [
          'exception',
          [
            ['type', 'E'],
            [
              'stacktrace',
              [
                [
                  'frame',
                  [
                    ['filename', 'pay.js'],
                    ['function', 'pay'],
                  ],
                ],
              ],
            ],
          ],
        ],
      ],
    })
  })

  it('falls back step by step: all frames, the value, the message, one issue for all', () => {
    const exception = { type: 'E', value: 'x 1' }
    const withFrames = { ...exception, stacktrace: { frames: [foreign] } }
    expect(explain({ platform: 'node', exception: withFrames }).by).to.equal('system')
    expect(explain({ exception }).components).to.deep.equal([
      [
        'exception',
        [
          ['type', 'E'],
          ['value', 'x <n>'],
        ],
      ],
    ])
    expect(explain({ message: 'm 1' })).to.deep.equal({ by: 'message', components: [['message', 'm <n>']] })
    expect(explain({}).by).to.equal('fallback')
  })

  it('ignores a synthetic type unless there is nothing else', () => {
    const synthetic = { type: 'Error', mechanism: { synthetic: true } }
    const withStack = { ...synthetic, value: 'x', stacktrace: { frames: [own] } }
    expect(JSON.stringify(explain({ exception: withStack }))).to.not.contain('"type"')
    expect(JSON.stringify(explain({ exception: { ...synthetic, value: 'x' } }))).to.not.contain('"type"')
    expect(explain({ exception: synthetic }).components).to.deep.equal([['exception', [['type', 'Error']]]])
  })

  it('prefers domain and code of Apple errors to their translated text', () => {
    const mechanism = { type: 'NSError', meta: { ns_error: { domain: 'NSURL', code: -1001 } } }
    const components = (value: string) => explain({ exception: { type: 'E', value, mechanism } }).components
    expect(components('timed out')).to.deep.equal(components('abgelaufen'))
    expect(JSON.stringify(components('x'))).to.contain('-1001')
  })

  it('uses the crashed thread, or the current one, unless there are several', () => {
    const thread = (name: string, more: object) => ({ stacktrace: { frames: [{ ...own, function: name }] }, ...more })
    const functionOf = (...threads: object[]) => JSON.stringify(explain({ message: 'm', threads: { values: threads } }))
    expect(functionOf(thread('a', {}))).to.contain('"a"')
    expect(functionOf(thread('a', { current: true }), thread('b', { crashed: true }))).to.contain('"b"')
    expect(functionOf(thread('a', { current: true }), thread('b', {}))).to.contain('"a"')
    expect(functionOf(thread('a', {}), thread('b', {}))).to.contain('"message"')
  })

  it('reads a group with circular parents as a chain', () => {
    const mechanism = (id: number, parent: number) => ({
      exception_id: id,
      parent_id: parent,
      is_exception_group: true,
    })
    const values = [1, 2, 0].map((id) => ({ type: `E${id}`, value: 'x', mechanism: mechanism(id, (id + 1) % 3) }))
    expect(rowOf({ exception: { values } }).fingerprint).to.match(/^[0-9a-f]{32}$/)
  })

  it("limits the explanation's size, however many frames there are", () => {
    const frames = Array.from({ length: 250 }, (_, index) => ({ ...own, function: `f${index}${'x'.repeat(400)}` }))
    const row = rowOf({ exception: { type: 'E', value: 'x', stacktrace: { frames } } })
    expect(row.grouping_components.length).to.be.lessThan(4_500)
  })
})

describe('titles', () => {
  const titleOf = (payload: unknown) => rowOf(payload).title

  it('are type and first line of the main exception', () => {
    const values = [
      { type: 'Cause', value: 'c' },
      { type: 'Main', value: '\n first \nsecond' },
    ]
    expect(titleOf({ exception: { values } })).to.equal('Main: first')
    expect(titleOf({ exception: { type: 'Main' } })).to.equal('Main')
  })

  it('omit a synthetic type', () => {
    const exception = { type: 'Error', value: 'just a string', mechanism: { synthetic: true } }
    expect(titleOf({ exception })).to.equal('just a string')
  })

  it('name the common kind of all exceptions in a group', () => {
    const leaf = { type: 'TypeError', value: 'bad', mechanism: { exception_id: 1, parent_id: 0 } }
    const root = { type: 'AggregateError', value: 'all', mechanism: { exception_id: 0, is_exception_group: true } }
    const row = rowOf({ exception: { values: [leaf, root] } })
    expect(row.title).to.equal('TypeError: bad')
    expect(row.exception_type).to.equal('AggregateError')
  })

  it("are a message's first line, and never empty", () => {
    expect(titleOf({ message: 'hello\nworld' })).to.equal('hello')
    expect(titleOf({})).to.equal('<unlabeled event>')
    expect(titleOf({ message: 'x'.repeat(1_000) })).to.have.length(256)
  })

  it('come with the location: the transaction, or the crash frame', () => {
    const exception = { type: 'E', stacktrace: { frames: [own, foreign] } }
    expect(rowOf({ exception, transaction: 'GET /' }).culprit).to.equal('GET /')
    expect(rowOf({ exception, platform: 'node' }).culprit).to.equal('/srv/pay.js in pay')
    expect(rowOf({ message: 'x' }).culprit).to.equal('')
  })
})
