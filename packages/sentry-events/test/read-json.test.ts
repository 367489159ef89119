import { expect } from 'chai'
import { limits } from '@signalbox/contracts'
import { readJson } from '../src/read-json.js'

const read = (text: string) => readJson(Buffer.from(text))
const nested = (depth: number) => '[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2)

describe('readJson', () => {
  it('reads values nested up to the limit and no deeper', () => {
    expect(read(nested(limits.body.jsonDepthMax)).ok).to.equal(true)
    expect(read(nested(limits.body.jsonDepthMax + 2)).ok).to.equal(false)
  })

  it('does not take brackets in strings for nesting', () => {
    const text = `"${'['.repeat(200)}\\"${'{'.repeat(200)}"`
    expect(read(text)).to.deep.equal({ ok: true, value: `${'['.repeat(200)}"${'{'.repeat(200)}` })
  })

  it('says what is wrong with text that is no JSON', () => {
    for (const text of ['', '{', '"open', '\\', '[1,]']) {
      expect(read(text).ok, text).to.equal(false)
    }
  })

  it('replaces invalid UTF-8', () => {
    expect(readJson(Buffer.from([0x22, 0xff, 0x22]))).to.deep.equal({ ok: true, value: '\ufffd' })
  })
})
