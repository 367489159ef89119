import { expect } from 'chai'
import { isDeeperThan, limits } from '@signalbox/contracts'
import { readJson, tooDeep } from '../src/read-json.js'

const read = (text: string) => readJson(Buffer.from(text))
const nested = (depth: number) => '[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2)

describe('readJson', () => {
  it('returns values nested up to the limit unchanged', () => {
    const text = nested(limits.body.jsonDepthMax)
    expect(read(text)).to.deep.equal({ ok: true, value: JSON.parse(text) as unknown })
  })

  it('cuts deeper nesting, and retains everything beside it', () => {
    const value = { before: 1, deep: JSON.parse(nested(limits.body.jsonDepthMax)) as unknown, after: [2] }
    const reading = read(JSON.stringify(value))
    expect(reading).to.deep.include({ ok: true })
    const text = JSON.stringify(reading)
    expect(text).to.contain(`{"before":1,"deep":[`).and.to.contain(tooDeep).and.to.contain(`"after":[2]}`)
    expect(isDeeperThan(Buffer.from(text), limits.body.jsonDepthMax + 1)).to.equal(false)
  })

  it('survives nesting as deep as a payload allows', () => {
    const depth = limits.envelope.eventBytesMax / 2
    const reading = read('['.repeat(depth) + ']'.repeat(depth))
    expect(reading.ok && JSON.stringify(reading.value)).to.contain(tooDeep)
  })

  it('cuts only fields with names of object prototypes', () => {
    const reading = read(`{"__proto__":${nested(limits.body.jsonDepthMax + 2)}}`)
    expect(JSON.stringify(reading)).to.contain('"__proto__":[')
  })

  it('does not count brackets in strings as nesting', () => {
    const text = `"${'['.repeat(200)}\\"${'{'.repeat(200)}"`
    expect(read(text)).to.deep.equal({ ok: true, value: `${'['.repeat(200)}"${'{'.repeat(200)}` })
  })

  it('describes the fault in text that is not JSON', () => {
    for (const text of ['', '{', '"open', '\\', '[1,]']) {
      expect(read(text).ok, text).to.equal(false)
    }
  })

  it('replaces invalid UTF-8', () => {
    expect(readJson(Buffer.from([0x22, 0xff, 0x22]))).to.deep.equal({ ok: true, value: '\ufffd' })
  })
})
