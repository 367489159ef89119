import type { IssueView } from '@signalbox/contracts'
import { expect } from 'chai'
import { paramOfQuery, paramOfSort, queryOf, readIssuesSearch } from '../src/screens/issues/search.js'
import { suggestTerms } from '../src/screens/issues/suggestions.js'
import { readTerms, withoutTerm } from '../src/screens/issues/terms.js'
import { readOpening } from '../src/screens/issues/opening-view.js'
import { chooseTabs, findCurrent } from '../src/screens/issues/views.js'

const known = {
  releases: ['shop@1'],
  environments: ['production'],
  members: ['ada@example.com'],
  projects: ['My shop'],
}

describe('the issue search', () => {
  it('splits terms like the server: not inside quotes or brackets', () => {
    const query = 'is:unresolved level:[error, fatal] !environment:staging transaction:"GET /cart" "timed out" x\\'
    expect(readTerms(query).map(({ text, head }) => [text, head])).to.deep.equal([
      ['is:unresolved', 'is:'],
      ['level:[error, fatal]', 'level:'],
      ['!environment:staging', '!environment:'],
      ['transaction:"GET /cart"', 'transaction:'],
      ['"timed out"', ''],
      ['x\\', ''],
    ])
    expect(withoutTerm(query, 1)).to.equal('is:unresolved !environment:staging transaction:"GET /cart" "timed out" x\\')
  })

  it('has terms for any input', () => {
    for (const odd of ['', '"', '[', ':', '!', 'a:"b', ']', '\\"']) expect(() => readTerms(odd), odd).not.to.throw()
  })

  it('stores any search in the address, omits the default order, and supports an empty search', () => {
    expect(readIssuesSearch({ query: 'is:unresolved', sort: 'last_seen' })).to.deep.equal({ query: 'is:unresolved' })
    expect(readIssuesSearch({ query: 5, sort: 'size' })).to.deep.equal({})
    expect(queryOf(readIssuesSearch({ query: paramOfQuery('') }))).to.equal('')
    expect(queryOf({})).to.equal('is:unresolved')
    expect(paramOfSort('last_seen')).to.deep.equal({})
    expect(paramOfSort('users')).to.deep.equal({ sort: 'users' })
  })

  it("suggests property names, then the named property's values", () => {
    expect(suggestTerms('lev', known).map(({ text }) => text)).to.deep.equal(['level:'])
    expect(suggestTerms('!environment:pro', known).map(({ text }) => text)).to.deep.equal(['!environment:production'])
    expect(suggestTerms('project:', known).map(({ text }) => text)).to.deep.equal(['project:"My shop"'])
    expect(suggestTerms('nonsense:', known)).to.deep.equal([])
  })

  const view = (id: string, more: Partial<IssueView> = {}): IssueView => ({
    id,
    name: id,
    query: id,
    sort: 'last_seen',
    is_shared: false,
    is_default: false,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    ...more,
  })

  it('shows the current saved view and the default one, however many there are', () => {
    const saved = Array.from({ length: 20 }, (_, index) => view(`v${index}`, { is_default: index === 18 }))
    const current = findCurrent(saved, { query: 'v19' })
    expect(current?.id).to.equal('v19')
    expect(chooseTabs(saved, current).map(({ id }) => id)).to.deep.equal(['v0', 'v1', 'v2', 'v3', 'v18', 'v19'])
    expect(findCurrent(saved, { query: 'v19', sort: 'users' }), 'it has another order').to.equal(undefined)
  })

  it('ignores invalid stored values', () => {
    const opening = { memberId: 'm', query: 'is:new', sort: 'users' }
    expect(readOpening(JSON.stringify(opening))).to.deep.equal(opening)
    for (const text of [null, '', 'null', '5', '{"memberId":"m"}', JSON.stringify({ ...opening, sort: 'size' })])
      expect(readOpening(text), String(text)).to.equal(undefined)
  })
})
