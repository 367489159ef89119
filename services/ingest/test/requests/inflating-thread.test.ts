import { BodyError } from '@signalbox/envelope'
import { expect } from 'chai'
import { rawBlock, zstdFrame } from '../../../../packages/envelope/test/zstd-data.js'
import { createInflatingThread, type InflatingThread } from '../../src/requests/inflating-thread.js'

const bytesMax = 1024 * 1024
/** Larger than what is inflated directly. */
const contentOf = (text: string) => Buffer.from(text.padEnd(8 * 1024))
const bodyOf = (text: string) => zstdFrame([rawBlock(contentOf(text), true)])

describe('the inflating thread', () => {
  let thread: InflatingThread
  let inflated: string[]
  beforeEach(() => {
    thread = createInflatingThread()
    inflated = []
  })
  afterEach(async () => {
    await thread.close()
  })

  async function inflate(text: string, sender: string): Promise<void> {
    const content = await thread.inflateZstd({ body: bodyOf(text), bytesMax }, sender)
    expect(Buffer.from(content).equals(contentOf(text)), text).to.equal(true)
    inflated.push(text)
  }

  it("inflates every sender's bodies, each in order, and nobody's behind all of another's", async () => {
    const many = Array.from({ length: 100 }, (_, index) => `many ${index}`)
    await Promise.all([...many.map((text) => inflate(text, 'many')), inflate('one', 'other')])
    expect(inflated.filter((text) => text !== 'one')).to.deep.equal(many)
    expect(inflated.indexOf('one')).to.be.below(20)
  })

  it('refuses a body without affecting those that are inflated with it', async () => {
    const corrupt = bodyOf('corrupt').subarray(0, 6 * 1024)
    const refused = thread.inflateZstd({ body: corrupt, bytesMax }, 'a').then(
      () => 'inflated',
      (error: unknown) => error,
    )
    await Promise.all([inflate('before', 'a'), inflate('after', 'a')])
    expect(await refused).to.be.instanceOf(BodyError)
  })
})
