import { createPageLinks, type PageLinkOptions } from '@signalbox/service-kit'
import { expect } from 'chai'

const links = (options: Partial<PageLinkOptions> = {}) =>
  createPageLinks({
    publicUrl: 'https://telemetry.example.com',
    path: '/api/v1/workflows/',
    query: {},
    page: 1,
    pageSize: 20,
    count: 0,
    ...options,
  })
const urlOf = (page: number, more = '') =>
  `https://telemetry.example.com/api/v1/workflows/?${more}page=${page}&page_size=20`

describe('page links', () => {
  it('are omitted if all results are on one page', () => {
    expect(links()).to.deep.equal({ count: 0, next: null, previous: null })
    expect(links({ count: 20 })).to.deep.equal({ count: 20, next: null, previous: null })
  })

  it('lead to adjacent pages, and stop at the first and the last', () => {
    expect(links({ count: 41 })).to.deep.equal({ count: 41, next: urlOf(2), previous: null })
    expect(links({ count: 41, page: 2 })).to.deep.equal({ count: 41, next: urlOf(3), previous: urlOf(1) })
    expect(links({ count: 41, page: 3 })).to.deep.equal({ count: 41, next: null, previous: urlOf(2) })
  })

  it('retain the given query parameters', () => {
    const query = { name: 'a b&c=ü', status: undefined, page: 1, page_size: 20 }
    const { next } = links({ count: 21, query })
    const { searchParams } = new URL(next ?? '')
    expect(Object.fromEntries(searchParams)).to.deep.equal({ name: 'a b&c=ü', page: '2', page_size: '20' })
  })

  it('retain path and port of the public address', () => {
    const prefix = 'http://10.0.0.7:8080/signalbox'
    for (const publicUrl of [prefix, `${prefix}/`]) {
      expect(links({ count: 21, publicUrl }).next).to.equal(`${prefix}/api/v1/workflows/?page=2&page_size=20`)
    }
  })

  it('lead back to the last page from beyond it', () => {
    expect(links({ count: 21, page: 9 })).to.deep.include({ next: null, previous: urlOf(2) })
    expect(links({ page: 9 })).to.deep.include({ next: null, previous: urlOf(1) })
  })

  it('never lead to a page whose number would be rejected', () => {
    expect(links({ count: 10_000_000, page: 99_999 }).next).to.equal(urlOf(100_000))
    expect(links({ count: 10_000_000, page: 100_000 }).next).to.equal(null)
  })
})
