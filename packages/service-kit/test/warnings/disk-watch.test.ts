import { createDiskWatch, createVitals, silentLog, type Occurrence } from '@signalbox/service-kit'
import { expect } from 'chai'
import { tmpdir } from 'node:os'
import { eventually } from '../../../../test/support/eventually.js'

describe('the disk watch', () => {
  const noted: Occurrence[] = []
  const cleared: string[] = []
  const warnings = {
    note: (occurrence: Occurrence) => void noted.push(occurrence),
    clear: ({ kind }: { kind: string }) => void cleared.push(kind),
  }
  beforeEach(() => {
    noted.length = 0
    cleared.length = 0
  })

  it("measures the directory's file system", async () => {
    const vitals = createVitals(['consumer'])
    const watch = createDiskWatch({ directory: tmpdir(), vitals, warnings, log: silentLog })
    await watch.start()
    await eventually(() => expect(vitals.read().disk?.sizeBytes).to.be.above(0))
    await watch.stop()
    expect([...noted.map(({ kind }) => kind), ...cleared]).to.deep.equal(['disk_low'])
  })

  it('warns when less than a tenth is free, and continues if a disk cannot be read', async () => {
    const vitals = createVitals(['consumer'])
    const answers = [
      () => Promise.reject(new Error('gone')),
      () => Promise.resolve({ blocks: 100, bavail: 9, bsize: 4_096 }),
    ]
    for (const readDisk of answers) {
      const watch = createDiskWatch({ directory: 'x', vitals, warnings, log: silentLog, readDisk })
      await watch.start()
      await watch.stop()
    }
    await eventually(() => expect(noted.map(({ kind }) => kind)).to.deep.equal(['disk_low']))
    expect(noted[0]?.detail).to.contain('9 %')
    expect(vitals.read().disk).to.deep.equal({ sizeBytes: 409_600, freeBytes: 36_864 })
  })
})
