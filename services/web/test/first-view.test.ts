import { QueryClient } from '@tanstack/react-query'
import { expect } from 'chai'
import { awaitIdle } from '../src/api/first-view.js'

describe('the first view', () => {
  let cache: QueryClient
  beforeEach(() => {
    cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  })
  const ask = (name: string, answer: Promise<unknown>) =>
    void cache.query({ queryKey: [name], queryFn: () => answer }).catch(() => undefined)

  it('is drawn immediately if nothing was requested', async () => {
    await awaitIdle(cache)
  })

  it('is drawn once early requests are answered, even with errors', async () => {
    ask('answered', Promise.resolve('answer'))
    ask('refused', Promise.reject(new Error('no')))
    await awaitIdle(cache)
    expect(cache.getQueryData(['answered'])).to.equal('answer')
    expect(cache.getQueryState(['refused'])?.status).to.equal('error')
  })

  it('is drawn without slow responses', async () => {
    ask('late', new Promise(() => undefined))
    await awaitIdle(cache)
    expect(cache.getQueryState(['late'])?.status).to.equal('pending')
  })
})
