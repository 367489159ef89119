import { expect } from 'chai'
import { eventOf } from '../event-of.js'

function changesOf(payload: Record<string, unknown>) {
  return eventOf(payload).changes
}

describe('the record of changes', () => {
  it('is empty for an event stored as sent, including nulls', () => {
    expect(
      changesOf({
        platform: 'node',
        level: 'error',
        timestamp: 1_768_046_400,
        message: null,
        user: { id: 1, email: null },
        tags: { a: 1 },
        exception: {
          values: [null, { type: 'E', value: 'x', stacktrace: { frames: [{ function: 'f', vars: null }] } }],
        },
      }),
    ).to.deep.equal([])
  })

  it('lists fields of a wrong type', () => {
    expect(
      changesOf({ logger: {}, exception: [{ type: 1, value: 'x' }], breadcrumbs: 5, user: 'ada', extra: [1] }),
    ).to.have.deep.members(
      ['logger', 'exception.0.type', 'breadcrumbs', 'user', 'extra'].map((path) => ({ path, reason: 'wrong_type' })),
    )
  })

  it('lists invalid field values', () => {
    const payload = {
      level: 'verbose',
      release: 'latest',
      environment: 'none',
      timestamp: 'yesterday',
      request: { url: 'a', method: 'GET /' },
    }
    expect(changesOf(payload)).to.have.deep.members(
      ['level', 'release', 'environment', 'timestamp', 'request.method'].map((path) => ({ path, reason: 'invalid' })),
    )
  })

  it('lists shortened texts and objects, and parts converted to text', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(20)}1${'}'.repeat(20)}`) as unknown
    expect(changesOf({ message: 'x'.repeat(9_000), extra: { long: 'x'.repeat(20_000), deep } })).to.have.deep.members([
      { path: 'message.formatted', reason: 'cut' },
      { path: 'extra.long', reason: 'cut' },
      { path: 'extra.deep', reason: 'flattened' },
    ])
  })

  it('lists dropped tags, frames and breadcrumbs', () => {
    const frames = Array.from({ length: 300 }, () => ({ function: 'f' }))
    const breadcrumbs = Array.from({ length: 101 }, () => ({ message: 'x' }))
    expect(
      changesOf({
        tags: { ä: 1, ok: 1, long: 'x'.repeat(201) },
        exception: [{ type: 'E', stacktrace: { frames } }],
        breadcrumbs,
      }),
    ).to.have.deep.members([
      { path: 'tags.ä', reason: 'left_out' },
      { path: 'tags.long', reason: 'left_out' },
      { path: 'exception.0.stacktrace.frames', reason: 'left_out' },
      { path: 'breadcrumbs', reason: 'left_out' },
    ])
  })

  it('lists shifted times', () => {
    expect(changesOf({ timestamp: 1 })).to.deep.equal([{ path: 'timestamp', reason: 'shifted' }])
  })
})
