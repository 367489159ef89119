import { expect } from 'chai'
import { limits } from '@signalbox/contracts'
import { convertMap, FlatIndex, MalformedSourceMapError } from '@signalbox/source-maps'

const plain = { version: 3, sources: ['a.ts'], names: ['x'], mappings: 'AAAAA', sourcesContent: ['one\ntwo'] }

describe('parseSourceMap', () => {
  const refused: Record<string, unknown> = {
    'text that is not JSON': '{"version":3,"mapp',
    'a list': [],
    'no mappings': { version: 3 },
    'a character that is not base 64': { ...plain, mappings: 'A!AA' },
    'a number that does not end': { ...plain, mappings: 'gggggggg' },
    'two fields in a segment': { ...plain, mappings: 'AA' },
    'six fields in a segment': { ...plain, mappings: 'AAAAAA' },
    'a source beyond the list': { ...plain, mappings: 'ACAA' },
    'a name beyond the list': { ...plain, mappings: 'AAAAC' },
    'a column before the line': { ...plain, mappings: 'DAAA' },
    'sources that are not a list': { ...plain, sources: 5 },
    'a section without an offset': { version: 3, sections: [{ map: plain }] },
    'sections nested too deep': nest(limits.artifacts.sectionDepthMax + 1),
  }
  for (const [what, map] of Object.entries(refused)) {
    it(`refuses ${what} as malformed`, () => {
      const text = typeof map === 'string' ? map : JSON.stringify(map)
      expect(() => convertMap(text, undefined)).to.throw(MalformedSourceMapError)
    })
  }

  it('reads a map after a junk line, with a null source and names that are not strings', () => {
    const map = { ...plain, sources: ['a.ts', null], names: [7], mappings: 'AAAAA,CCAA' }
    const index = new FlatIndex(convertMap(`)]}'\n${JSON.stringify(map)}`, undefined))
    expect(index.find(0, 0)).to.deep.include({ sourceName: 'a.ts', name: '7' })
    expect(index.find(0, 1)).to.deep.include({ sourceName: '' })
  })

  it('reads a map whose names cannot be strings', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const map = JSON.stringify({ ...plain, names: [{ toString: 1 }, 'DEEP'], mappings: 'AAAAA' }).replace(
      '"DEEP"',
      deep,
    )
    expect(new FlatIndex(convertMap(map, undefined)).find(0, 0)?.name).to.equal('')
  })

  it('prefixes source names with the root, except URLs', () => {
    const map = { ...plain, sourceRoot: '/root', sources: ['a.ts', 'webpack:///b.ts'], mappings: 'AAAA,CCAA' }
    const index = new FlatIndex(convertMap(JSON.stringify(map), undefined))
    expect([index.find(0, 0)?.sourceName, index.find(0, 1)?.sourceName]).to.deep.equal([
      '/root/a.ts',
      'webpack:///b.ts',
    ])
  })

  it('finds segments that are out of order in the map', () => {
    const index = new FlatIndex(convertMap(JSON.stringify({ ...plain, mappings: 'UAAA,RACA' }), undefined))
    expect([index.find(0, 5)?.line, index.find(0, 11)?.line]).to.deep.equal([1, 0])
  })

  it('needs no memory for a hundred million empty lines', () => {
    const before = process.memoryUsage().arrayBuffers
    const index = new FlatIndex(convertMap(`{"mappings":"${';'.repeat(20_000_000)}"}`, undefined))
    expect(index.bytes).to.be.below(1_000)
    expect(process.memoryUsage().arrayBuffers - before).to.be.below(5_000_000)
  })

  it('names functions as Metro records them', () => {
    const map = {
      ...plain,
      x_facebook_sources: [[{ names: ['<global>', 'load'], mappings: 'AAA;ACC' }]],
      mappings: 'AAAA,CACA',
    }
    const index = new FlatIndex(convertMap(JSON.stringify(map), ''))
    expect([index.find(0, 0)?.functionName, index.find(0, 1)?.functionName]).to.deep.equal([undefined, 'load'])
  })
})

function nest(depth: number): unknown {
  return depth === 0 ? plain : { version: 3, sections: [{ offset: { line: 0, column: 0 }, map: nest(depth - 1) }] }
}
