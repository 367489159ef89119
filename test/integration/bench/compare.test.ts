import { expect } from 'chai'
import { findRegressions, toRecord } from '../../bench/reporting/compare.js'
import { renderHtml } from '../../bench/reporting/render-html.js'
import { renderText } from '../../bench/reporting/render-text.js'
import { summarize } from '../../bench/reporting/summary.js'

const rate = (value: number, baseline = 100) => ({ name: 'rows', value, baseline, unit: 'rows/s', aim: 'ratio 0.5' })
const time = (value: number, baseline = 10) => ({ name: 'query', value, baseline, unit: 'ms' })
const record = toRecord(
  summarize([
    [rate(50), time(20)],
    [rate(55), time(22)],
    [rate(60), time(24)],
  ]),
)

const regressionsOf = (...rounds: Parameters<typeof summarize>[0]) => findRegressions(record, summarize(rounds))

describe('the benchmark report', () => {
  it('computes ratios within each round, so that a slow round does not widen their spread', () => {
    const [summary] = summarize([[rate(50, 100)], [rate(25, 50)], [rate(500, 1_000)]])
    expect(summary?.ratio).to.deep.equal({ median: 0.5, min: 0.5, max: 0.5 })
    expect(summary?.value).to.deep.equal({ median: 50, min: 25, max: 500 })
  })

  it('omits ratios within the noise', () => {
    expect(regressionsOf([rate(55), time(22)])).to.deep.equal([])
    expect(regressionsOf([rate(42), time(27)])).to.deep.equal([])
    expect(regressionsOf([rate(90), time(5)])).to.deep.equal([])
  })

  it('lists regressions seen in every round, by direction', () => {
    expect(regressionsOf([rate(30), time(22)], [rate(35), time(22)])).to.have.length(1)
    expect(regressionsOf([rate(55), time(35)])[0]).to.contain('query: a ratio of 3.50')
    expect(regressionsOf([rate(30), time(40)], [rate(55), time(22)])).to.deep.equal([])
  })

  it('lists recorded measurements that no longer exist', () => {
    expect(regressionsOf([rate(55)])).to.deep.equal(['query: recorded, but not measured'])
  })

  it('omits measurements without a baseline from the record', () => {
    expect(toRecord(summarize([[{ name: 'idle', value: 400, unit: 'MB' }]]))).to.deep.equal([])
  })

  it('is a table, and a page that escapes its contents', () => {
    const summaries = summarize([[rate(50), { name: 'a <b> & "c"', value: 1, unit: 'ms' }], [rate(60)]])
    expect(renderText(summaries).split('\n')[2]).to.match(
      /^\| rows +\| 50 rows\/s \| 100 rows\/s \| 0\.50 +\| 0\.50 … 0\.60/,
    )
    const page = renderHtml(summaries, { title: 'measured' })
    expect(page).to.contain('a &#60;b&#62; &#38; &#34;c&#34;').and.to.contain('<svg')
    expect(page).not.to.match(/https?:/)
  })
})
