import { expect } from 'chai'
import { createScrapeSource } from '../../src/prometheus/scrape-source.js'
import { readScrapeUrl } from '../../src/prometheus/scrape-target.js'
import { metricsOf } from '../kubernetes/find-sample.js'

const labels = { node: 'n', namespace: 'shop', pod: 'web-1', container: '' }

describe('createScrapeSource', () => {
  const createSource = (pages: Readonly<Record<string, string>>, seriesMax = 1_000) =>
    createScrapeSource({
      node: 'n',
      seriesMax,
      targets: () => Object.keys(pages).map((url) => ({ url, labels: { ...labels, pod: url } })),
      send: ({ url }) =>
        Promise.resolve({ status: pages[url] === '' ? 500 : 200, retryAfterSeconds: undefined, text: pages[url]! }),
    })

  it('stores every finite series under its own name, and reports the target as up', async () => {
    const { samples, failures } = await createSource({ a: 'up{job="x"} 1\nbroken NaN\nrequests_total 5\n' }).collect(0)
    expect(failures).to.deep.equal([])
    const all = Object.assign({}, ...samples.map(({ metrics }) => metrics)) as object
    expect(all).to.deep.equal({ scrape_up: 1, scrape_series_left_out: 1, 'up{job="x"}': 1, requests_total: 5 })
    expect(samples[0]).to.deep.include({ ...labels, pod: 'a' })
  })

  it('sends at most 64 values per sample, and counts the dropped ones', async () => {
    const page = Array.from({ length: 200 }, (_, index) => `series_${index} ${index}`).join('\n')
    const { samples } = await createSource({ a: `${page}\n${'x'.repeat(201)} 1` }, 150).collect(0)
    expect(samples.map(({ metrics }) => Object.keys(metrics).length)).to.deep.equal([2, 64, 64, 22])
    expect(samples[0]?.metrics).to.deep.equal({ scrape_up: 1, scrape_series_left_out: 51 })
  })

  it('reports which target is down, and scrapes the others', async () => {
    const { samples, failures } = await createSource({ a: 'x 1', b: '', c: 'y 1', d: 'z 1', e: 'v 1' }).collect(0)
    expect(failures).to.have.lengthOf(1)
    expect(metricsOf(samples, { ...labels, pod: 'b' })).to.deep.equal({ scrape_up: 0 })
    expect(samples.filter(({ metrics }) => metrics['scrape_up'] === 1)).to.have.lengthOf(4)
  })
})

describe('readScrapeUrl', () => {
  const wish = (annotations: Record<string, string>, port?: number, address = '10.0.0.1') =>
    readScrapeUrl(new Map(Object.entries(annotations)), { address, port })

  it('follows the annotations, or else the first port', () => {
    expect(wish({ 'prometheus.io/scrape': 'true' }, 80)).to.equal('http://10.0.0.1:80/metrics')
    const all = { 'prometheus.io/port': '9', 'prometheus.io/path': 'p?x=1', 'prometheus.io/scheme': 'https' }
    expect(wish({ 'prometheus.io/scrape': 'true', ...all }, 80, 'fd00::1')).to.equal('https://[fd00::1]:9/p?x=1')
  })

  it('returns nothing without annotations or with invalid ones', () => {
    expect(wish({}, 80)).to.equal(undefined)
    expect(wish({ 'prometheus.io/scrape': 'false' }, 80)).to.equal(undefined)
    expect(wish({ 'prometheus.io/scrape': 'true' })).to.equal(undefined)
    expect(wish({ 'prometheus.io/scrape': 'true', 'prometheus.io/port': '80@evil' })).to.equal(undefined)
    expect(wish({ 'prometheus.io/scrape': 'true', 'prometheus.io/scheme': 'file' }, 80)).to.equal(undefined)
  })
})
