import { expect } from 'chai'
import { isDeeperThan, limits } from '@signalbox/contracts'
import { readJson, tooDeep } from '../src/read-json.js'

const read = (text: string) => readJson(Buffer.from(text))
const nested = (depth: number) => '[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2)

describe('readJson', () => {
  it('reads values nested up to the limit as they are', () => {
    const text = nested(limits.body.jsonDepthMax)
    expect(read(text)).to.deep.equal({ ok: true, value: JSON.parse(text) as unknown })
  })

  it('cuts what is nested deeper, and keeps everything beside it', () => {
    const value = { before: 1, deep: JSON.parse(nested(limits.body.jsonDepthMax)) as unknown, after: [2] }
    const reading = read(JSON.stringify(value))
    expect(reading).to.deep.include({ ok: true })
    const text = JSON.stringify(reading)
    expect(text).to.contain(`{"before":1,"deep":[`).and.to.contain(tooDeep).and.to.contain(`"after":[2]}`)
    expect(isDeeperThan(Buffer.from(text), limits.body.jsonDepthMax + 1)).to.equal(false)
  })

  it('survives nesting as deep as a payload can be', () => {
    const depth = limits.envelope.eventBytesMax / 2
    const reading = read('['.repeat(depth) + ']'.repeat(depth))
    expect(reading.ok && JSON.stringify(reading.value)).to.contain(tooDeep)
  })

  it('cuts a part under a name of object prototypes, and nothing else', () => {
    const reading = read(`{"__proto__":${nested(limits.body.jsonDepthMax + 2)}}`)
    expect(JSON.stringify(reading)).to.contain('"__proto__":[')
  })

  it('does not take brackets in strings for nesting', () => {
    const text = `"${'['.repeat(200)}\\"${'{'.repeat(200)}"`
    expect(read(text)).to.deep.equal({ ok: true, value: `${'['.repeat(200)}"${'{'.repeat(200)}` })
  })

  it('says what is wrong with text that is not JSON', () => {
    for (const text of ['', '{', '"open', '\\', '[1,]']) {
      expect(read(text).ok, text).to.equal(false)
    }
  })

  it('replaces invalid UTF-8', () => {
    expect(readJson(Buffer.from([0x22, 0xff, 0x22]))).to.deep.equal({ ok: true, value: '\ufffd' })
  })
})
