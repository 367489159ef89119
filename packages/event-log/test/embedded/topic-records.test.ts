import { expect } from 'chai'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeRecordHead, type EncodedRecords } from '../../src/embedded/segments/segment-format.js'
import { TopicRecords } from '../../src/embedded/segments/topic-records.js'

/** One record for each text. */
function encode(...texts: string[]): EncodedRecords {
  const values = texts.map((text) => Buffer.from(text))
  const pieces = values.flatMap((value) => [encodeRecordHead({ rows: 1, headers: '{}', value, appendedAt: 7 }), value])
  return { pieces, sizes: values.map((value) => ({ rows: 1, bytes: 2 + value.length, appendedAt: 7 })) }
}

function textsIn(records: TopicRecords): string[] {
  return records.read(records.firstOffset, records.nextOffset).records.map(({ value }) => Buffer.from(value).toString())
}

describe('records of a topic in segments', () => {
  let directory: string
  const opened: TopicRecords[] = []
  /** As after an unclean stop. */
  const openRecords = (options: Partial<ConstructorParameters<typeof TopicRecords>[0]> = {}) => {
    for (const records of opened.splice(0)) records.close()
    const prefix = join(directory, 'envelopes')
    const records = new TopicRecords({ prefix, segments: undefined, firstOffset: 1, fileBytesMax: 1e9, ...options })
    opened.push(records)
    return records
  }
  const segmentPaths = () =>
    readdirSync(directory)
      .sort()
      .map((name) => join(directory, name))
  const lastSegment = () => segmentPaths().at(-1)!
  /** What was written to the last segment, without the reserved rest. */
  const contentOf = ({ segments }: TopicRecords) => readFileSync(lastSegment()).subarray(0, segments.at(-1)!.size)
  const appendTooMuch = (records: TopicRecords) => {
    expect(() => {
      records.append(encode('x'.repeat(2_000)))
    }).to.throw('no space left')
  }

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'segments-'))
  })
  afterEach(() => {
    for (const records of opened.splice(0)) records.close()
    rmSync(directory, { recursive: true })
  })

  it('recovers everything durable, wherever a write was interrupted and whatever it left', () => {
    const records = openRecords()
    records.append(encode('first', 'second'))
    const durable = contentOf(records).length
    records.append(encode('third', 'fourth'))
    const complete = contentOf(records)
    for (let end = durable; end < complete.length; end += 1) {
      const missing = complete.length - end
      for (const rest of [Buffer.alloc(0), Buffer.alloc(missing), Buffer.alloc(missing, 0xff)]) {
        writeFileSync(lastSegment(), Buffer.concat([complete.subarray(0, end), rest]))
        const again = openRecords()
        expect(textsIn(again), `cut at ${end}`).to.deep.equal(['first', 'second'])
        again.append(encode('fifth'))
        expect(textsIn(openRecords())).to.deep.equal(['first', 'second', 'fifth'])
      }
    }
  })

  it('writes to reserved space, and reserves more when it is used up', () => {
    const records = openRecords()
    records.append(encode('first'))
    const { length } = readFileSync(lastSegment())
    records.append(encode('second'))
    expect(readFileSync(lastSegment())).to.have.length(length)
    records.append(encode('x'.repeat(length)))
    expect(readFileSync(lastSegment()).length).to.be.greaterThan(2 * length)
    expect(textsIn(openRecords()).map((text) => text.length)).to.deep.equal([5, 6, length])
  })

  it('starts empty if it was killed while it created the first segment', () => {
    openRecords().append(encode('first'))
    const [path] = segmentPaths()
    const header = readFileSync(path!).subarray(0, 16)
    for (const left of [header, header.subarray(0, 5), Buffer.alloc(16), Buffer.alloc(0)]) {
      writeFileSync(path!, left)
      const again = openRecords()
      again.append(encode('second'))
      expect(textsIn(again)).to.deep.equal(['second'])
    }
  })

  it('rejects a damaged byte anywhere before the last block', () => {
    const records = openRecords()
    records.append(encode('first'))
    const end = contentOf(records).length
    records.append(encode('second'))
    const intact = readFileSync(lastSegment())
    for (let at = 0; at < end; at += 1) {
      const damaged = Buffer.from(intact)
      damaged[at] = damaged.readUInt8(at) ^ 0x10
      writeFileSync(lastSegment(), damaged)
      expect(() => openRecords(), `byte ${at}`).to.throw('not what was written')
    }
  })

  it('rejects a segment that ends too early if others follow or the stop was clean', () => {
    const records = openRecords({ fileBytesMax: 1_000 })
    records.append(encode('a'.repeat(800)))
    appendTooMuch(records)
    records.append(encode('b'))
    const { segments } = records
    expect(segments).to.have.length(2)
    const [first] = segmentPaths()
    writeFileSync(first!, readFileSync(first!).subarray(0, 500))
    expect(() => openRecords({ segments }), 'after a clean stop').to.throw('not what was written')
    expect(() => openRecords(), 'after an unclean stop').to.throw('not what was written')
  })

  it('ignores a block that failed to become durable, if the next segment has others in its place', () => {
    const records = openRecords()
    records.append(encode('first'))
    records.append(encode('second, refused'))
    const [refused] = segmentPaths()
    const kept = join(tmpdir(), `segments-kept-${process.pid}`)
    copyFileSync(refused!, kept)
    rmSync(refused!)
    openRecords({ firstOffset: 2 }).append(encode('second', 'third'))
    copyFileSync(kept, refused!)
    rmSync(kept)
    const again = openRecords()
    expect(textsIn(again)).to.deep.equal(['first', 'second', 'third'])
    expect(again.bytes).to.equal(22)
  })

  it('never takes a value for a block, even if it is a copy of one', () => {
    const records = openRecords()
    records.append(encode('first'))
    const block = contentOf(records).subarray(16).toString('latin1')
    records.append(encode('second'))
    rmSync(lastSegment())
    const victim = openRecords()
    victim.append(encode('kept'))
    victim.append(encode(block))
    writeFileSync(lastSegment(), contentOf(victim).subarray(0, -1))
    expect(textsIn(openRecords())).to.deep.equal(['kept'])
  })

  it('appends again after a full disk, in a new segment, and leaves nothing of what was refused', () => {
    const records = openRecords({ fileBytesMax: 1_000 })
    records.append(encode('first'))
    for (let attempt = 0; attempt < 3; attempt += 1) appendTooMuch(records)
    records.append(encode('second'))
    expect(textsIn(records)).to.deep.equal(['first', 'second'])
    expect(textsIn(openRecords())).to.deep.equal(['first', 'second'])
  })

  it('deletes every segment that a full disk ended, and keeps counting offsets', () => {
    const records = openRecords({ fileBytesMax: 1_000 })
    records.append(encode('first'))
    appendTooMuch(records)
    records.deleteBefore(2)
    expect(segmentPaths()).to.deep.equal([])
    const again = openRecords({ firstOffset: 2 })
    again.append(encode('second'))
    expect(again.read(1, 9).records.map(({ offset }) => offset)).to.deep.equal([2])
  })

  it('continues after the last committed offset if the disk lost consumed records', () => {
    openRecords().append(encode('first', 'second'))
    const records = openRecords({ firstOffset: 5 })
    records.append(encode('fifth'))
    expect(records.read(1, 9).records.map(({ offset }) => offset)).to.deep.equal([5])
    expect(textsIn(openRecords())).to.deep.equal(['fifth'])
  })

  it('reads across segments, and segments that were released from memory', () => {
    const records = openRecords()
    const value = 'x'.repeat(6_000_000)
    for (let count = 0; count < 24; count += 1) records.append(encode(`${count} ${value}`))
    expect(segmentPaths().length).to.be.greaterThan(6)
    const reopened = openRecords({ segments: records.segments })
    for (const one of [records, reopened]) {
      for (const start of [1, 9, 22]) {
        const texts = one
          .read(start, start + 3)
          .records.map((record) => Buffer.from(record.value).toString().split(' ')[0])
        expect(texts).to.deep.equal([start - 1, start, start + 1].map(String))
      }
      expect([...one.sizesFrom(20)].map(({ offset }) => offset)).to.deep.equal([20, 21, 22, 23, 24])
    }
  })
})
