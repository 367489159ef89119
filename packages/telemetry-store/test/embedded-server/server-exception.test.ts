import { expect } from 'chai'
import { toServerException } from '../../src/embedded-server/server-exception.js'

describe('failures of the engine', () => {
  it('are read with their code, message and type', () => {
    const error = new Error('Code: 47. DB::Exception: Unknown identifier `a (b)` \n (UNKNOWN_IDENTIFIER)')
    expect(toServerException(error)).to.include({
      ...{ code: 47, type: 'UNKNOWN_IDENTIFIER', message: 'Unknown identifier `a (b)`' },
    })
  })

  it('are read in linear time, whatever a statement makes them quote', () => {
    const before = process.cpuUsage()
    toServerException(`Code: 1. DB::Exception: ${' '.repeat(100_000)}`)
    expect(process.cpuUsage(before).user / 1_000, 'milliseconds').to.be.below(500)
  })
})
