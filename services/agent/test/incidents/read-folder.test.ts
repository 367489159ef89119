import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { readIncidentFolder } from './read-folder.js'

describe('readIncidentFolder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'incident-'))
  before(() => {
    mkdirSync(join(folder, 'context'))
    writeFileSync(join(folder, 'logs.ndjson'), '')
    writeFileSync(join(folder, 'metrics.csv'), 'timestamp,service,metric,value\n')
  })
  after(() => {
    rmSync(folder, { recursive: true })
  })

  it('reads the notices of a status feed, whether it is a list or names its events', () => {
    const notices = [{ title: 'Payments degraded' }]
    for (const feed of [notices, { events: notices }, { incidents: notices }]) {
      writeFileSync(join(folder, 'context', 'status_feed.json'), JSON.stringify(feed))
      expect(readIncidentFolder(folder).notices).to.deep.equal(notices)
    }
  })
})
