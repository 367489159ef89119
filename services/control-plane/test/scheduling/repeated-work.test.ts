import { expect } from 'chai'
import { eventually } from '../../../../test/support/eventually.js'
import { createRepeatedWork } from '../../src/scheduling/repeated-work.js'

/** Requested again immediately. */
const now = 0

describe('repeated work', () => {
  const failures: string[] = []
  const log = { error: (_fields: object, message: string) => failures.push(message) }
  const clock = () => now

  it('calls each part repeatedly, even if another one fails or is slow', async () => {
    let calls = 0
    let finish: () => void = () => undefined
    const work = createRepeatedWork({
      clock,
      log,
      parts: {
        'counting calls': () => {
          calls += 1
          return now
        },
        'waiting for an answer': () =>
          new Promise<number>((resolve) => {
            finish = () => {
              resolve(now)
            }
          }),
        'breaking down': () => {
          throw new Error('broken')
        },
      },
      end: () => undefined,
    })
    work.start()
    await eventually(() => {
      expect(calls).to.be.above(3)
    })
    expect(failures).to.deep.equal(['breaking down failed; retrying'])
    const stopped = work.stop()
    finish()
    await stopped
  })

  it('ends once no part is running, and calls nothing afterwards', async () => {
    const seen: string[] = []
    let finish: () => void = () => undefined
    const work = createRepeatedWork({
      clock,
      log,
      parts: {
        sending: () => {
          seen.push('begun')
          return new Promise<number>((resolve) => {
            finish = () => {
              seen.push('finished')
              resolve(now)
            }
          })
        },
      },
      end: () => {
        seen.push('ended')
      },
    })
    work.start()
    const stopped = work.stop()
    expect(seen).to.deep.equal(['begun'])
    finish()
    await stopped
    expect(seen).to.deep.equal(['begun', 'finished', 'ended'])
  })
})
