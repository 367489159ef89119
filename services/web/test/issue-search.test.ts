import { expect } from 'chai'
import { paramOfQuery, queryOf, readIssuesSearch } from '../src/screens/issues/search.js'
import { suggestTerms } from '../src/screens/issues/suggestions.js'
import { readTerms, withoutTerm } from '../src/screens/issues/terms.js'
import { readViews, removeView, saveView } from '../src/screens/issues/views.js'

const known = {
  releases: ['shop@1'],
  environments: ['production'],
  members: ['ada@example.com'],
  projects: ['My shop'],
}

describe('the search of issues', () => {
  it('parts terms as the server does: not inside quotes or brackets', () => {
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

  it('has terms whatever is typed', () => {
    for (const odd of ['', '"', '[', ':', '!', 'a:"b', ']', '\\"']) expect(() => readTerms(odd), odd).not.to.throw()
  })

  it('leaves the default out of the address, and can ask for everything', () => {
    expect(readIssuesSearch({ query: 'is:unresolved', sort: 'last_seen' })).to.deep.equal({})
    expect(readIssuesSearch({ query: 5, sort: 'size' })).to.deep.equal({})
    const param = paramOfQuery('') ?? ''
    expect(queryOf(readIssuesSearch({ query: param }))).to.equal('')
    expect(queryOf({})).to.equal('is:unresolved')
  })

  it('suggests names of properties, then values of the one that was named', () => {
    expect(suggestTerms('lev', known).map(({ text }) => text)).to.deep.equal(['level:'])
    expect(suggestTerms('!environment:pro', known).map(({ text }) => text)).to.deep.equal(['!environment:production'])
    expect(suggestTerms('project:', known).map(({ text }) => text)).to.deep.equal(['project:"My shop"'])
    expect(suggestTerms('nonsense:', known)).to.deep.equal([])
  })

  it('keeps views by organization, and none where storage holds something else', () => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
    }
    saveView(storage, 'acme', { name: 'Mine', query: 'assigned:me' })
    expect(saveView(storage, 'acme', { name: 'Mine', query: 'is:new' })).to.deep.equal([
      { name: 'Mine', query: 'is:new' },
    ])
    expect(readViews(storage, 'other')).to.deep.equal([])
    expect(removeView(storage, 'acme', 'Mine')).to.deep.equal([])
    kept.set('views:acme', '{"no":"list"}')
    expect(readViews(storage, 'acme')).to.deep.equal([])
  })
})
