import { expect } from 'chai'
import { rowOf } from '../event-input.js'

const frame = (name: string | undefined, lineno: number) => ({ function: name, filename: 'a.js', lineno, colno: 3 })

describe('stack_trace', () => {
  it('shows the main exception first, newest frame first, and causes after it', () => {
    const values = [
      { type: 'KeyError', value: 'k', stacktrace: { frames: [frame('inner', 1)] } },
      { type: 'Error', value: 'failed', stacktrace: { frames: [frame(undefined, 2), frame('outer', 3)] } },
    ]
    expect(rowOf({ exception: { values } }).stack_trace.split('\n')).to.deep.equal([
      'Error: failed',
      '    at outer (a.js:3:3)',
      '    at ? (a.js:2:3)',
      'Caused by: KeyError: k',
      '    at inner (a.js:1:3)',
    ])
  })

  it('shows group members beside each other, and marks suppressed exceptions', () => {
    const values = [
      { type: 'CloseError', value: 'late', mechanism: { type: 'suppressed', exception_id: 4, parent_id: 0 } },
      { type: 'B', value: 'b', mechanism: { type: 'chained', source: 'errors[1]', exception_id: 3, parent_id: 0 } },
      { type: 'KeyError', value: 'k', mechanism: { type: 'chained', source: 'cause', exception_id: 2, parent_id: 1 } },
      { type: 'A', value: 'a', mechanism: { type: 'chained', source: 'errors[0]', exception_id: 1, parent_id: 0 } },
      { type: 'Group', value: '2 failed', mechanism: { exception_id: 0, is_exception_group: true } },
    ]
    expect(rowOf({ exception: { values } }).stack_trace.split('\n')).to.deep.equal([
      'Group: 2 failed',
      '  Holds: A: a',
      '  Caused by: KeyError: k',
      '  Holds: B: b',
      '  Suppressed: CloseError: late',
    ])
  })

  it('marks library frames beside application frames', () => {
    const frames = [{ ...frame('own', 1), in_app: true }, frame('query', 2)]
    const values = [{ type: 'Error', value: 'x', stacktrace: { frames } }]
    expect(rowOf({ exception: { values } }).stack_trace.split('\n')).to.deep.equal([
      'Error: x',
      '    at query (a.js:2:3) [library]',
      '    at own (a.js:1:3)',
    ])
  })

  it('shows every exception once, whatever its ids', () => {
    const mechanism = (id: number, parent: number) => ({ type: 'chained', exception_id: id, parent_id: parent })
    const values = [
      { type: 'A', value: 'a', mechanism: mechanism(1, 2) },
      { type: 'B', value: 'b', mechanism: mechanism(2, 1) },
      { type: 'C', value: 'c', mechanism: mechanism(0, 0) },
    ]
    expect(rowOf({ exception: { values } }).stack_trace.split('\n')).to.have.members([
      'C: c',
      'Caused by: B: b',
      'Caused by: A: a',
    ])
  })

  it('shows where a message was logged', () => {
    const threads = [{ stacktrace: { frames: [{ function: 'run', module: 'main' }] }, current: true }]
    expect(rowOf({ message: 'hello', threads }).stack_trace).to.equal('hello\n    at run (main)')
    expect(rowOf({ message: 'hello', stacktrace: { frames: [frame('f', 1)] } }).stack_trace).to.contain(
      'at f (a.js:1:3)',
    )
  })

  it('is empty for a message without a stack', () => {
    expect(rowOf({ message: 'hello' }).stack_trace).to.equal('')
  })

  it('has a bounded length', () => {
    const frames = Array.from({ length: 250 }, (_, index) => frame(`f${index}${'x'.repeat(500)}`, index))
    const values = Array.from({ length: 50 }, () => ({ type: 'E', value: 'x'.repeat(8_000), stacktrace: { frames } }))
    const text = rowOf({ exception: { values } }).stack_trace
    expect(text.length).to.be.at.most(65_536 + 4)
    expect(text).to.contain('... 150 more')
  })
})
