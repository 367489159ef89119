import { queryLogPatterns, queryLogs, type LogPattern } from '@signalbox/contracts'
import { expect } from 'chai'
import { createLogCorpus } from '../support/log-corpus.js'
import { openService, type QueryService } from '../support/query-service.js'
import { log, secondsAgo } from '../support/rows.js'
import { parted } from './range.js'

describe('patterns of lines with known templates', () => {
  const lines = createLogCorpus(1)
  const sizes = new Map<string, number>()
  for (const { template } of lines) sizes.set(template, (sizes.get(template) ?? 0) + 1)
  let service: QueryService
  let patterns: LogPattern[]

  before(async () => {
    service = await openService()
    const rows = lines.map(({ template, ...line }, index) =>
      log({ ...line, attributes: { template }, timestamp: secondsAgo(3_000 - index) * 1000 }),
    )
    await service.seed('logs', rows)
    const { body } = await service.get(queryLogPatterns, { ...parted, limit: 1_000 })
    patterns = body.patterns
  })

  /** True if the pattern's lines are exactly those of one template. */
  const isWhole = ({ count, common_attributes: common }: LogPattern) =>
    common.some(({ name, value, ratio }) => name === 'template' && ratio === 1 && sizes.get(value) === count)

  // Grouping accuracy as in J. Zhu et al., Tools and Benchmarks for Automated Log Parsing, 2019.
  it('contain exactly the lines of one template for at least 94 of 100 lines', () => {
    expect(sizes.size).to.be.at.least(100)
    const right = patterns.filter(isWhole).reduce((sum, { count }) => sum + count, 0)
    expect(right / lines.length).to.be.at.least(0.94)
  })

  it('count each line once, and match as many as they count', async () => {
    expect(patterns.reduce((sum, { count }) => sum + count, 0)).to.equal(lines.length)
    const merged = patterns.filter(({ pattern }) => pattern.includes('<*>'))
    expect(merged.length).to.be.at.least(20)
    for (const { pattern, count, service: name, level } of merged.slice(0, 20)) {
      const { body } = await service.get(queryLogs, { pattern, service: name, level })
      expect(body.total, pattern).to.equal(count)
    }
  })
})
