import { expect } from 'chai'
import { expandAttributes } from '../../src/facts/log-patterns.js'

describe('expandAttributes', () => {
  it('spreads objects that a logger nested, and leaves other texts as they are', () => {
    const given = { ecs: '{"host":"n1","task":{"id":7}}', note: '{not json}', plain: 'text' }
    expect(expandAttributes(given)).to.deep.equal({
      'ecs.host': 'n1',
      'ecs.task': '{"id":7}',
      note: '{not json}',
      plain: 'text',
    })
  })
})
