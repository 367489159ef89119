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

  it('is bounded', () => {
    const frames = Array.from({ length: 250 }, (_, index) => frame(`f${index}${'x'.repeat(500)}`, index))
    const values = Array.from({ length: 50 }, () => ({ type: 'E', value: 'x'.repeat(8_000), stacktrace: { frames } }))
    const text = rowOf({ exception: { values } }).stack_trace
    expect(text.length).to.be.at.most(65_536 + 4)
    expect(text).to.contain('... 150 more')
  })
})
