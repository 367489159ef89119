import { expect } from 'chai'
import { candidateUrls, debugIdOfCode, joinPath, mapReferenceOf } from '@signalbox/source-maps'
import { clipLine } from '../../src/flat-index/clip-line.js'
import { isOwnFile, readableName } from '../../src/frames/file-name.js'
import { functionNameOf } from '../../src/frames/function-name.js'
import { moduleName } from '../../src/frames/module-name.js'

describe('file names', () => {
  const joined: [base: string, name: string, path: string][] = [
    ['http://h/js/app.js.map', '../src/a.ts', 'http://h/src/a.ts'],
    ['http://h/js/app.js.map', '../../../src/a.ts', 'http://h/src/a.ts'],
    ['http://h/js/app.js.map', '/a.ts', 'http://h/a.ts'],
    ['http://h/js/app.js.map', '//cdn/a.ts', 'http://cdn/a.ts'],
    ['http://h/js/app.js.map', '~/a.ts', 'http://h/a.ts'],
    ['http://h', 'a.ts', 'http://h/a.ts'],
    ['/srv/dist/app.js.map', '../src/./a.ts', '/srv/src/./a.ts'],
    ['/srv/dist/app.js.map', './a.ts', '/srv/dist/a.ts'],
    ['/srv/app.js.map', '/a.ts', '/a.ts'],
    ['app:///static/app.js.map', '../a.ts', 'app:///a.ts'],
    ['/srv/app.js.map', 'webpack://x/./a.ts', 'webpack://x/./a.ts'],
  ]
  for (const [base, name, path] of joined) {
    it(`are resolved against their base: ${name} at ${base} is ${path}`, () => {
      expect(joinPath(base, name)).to.equal(path)
    })
  }

  it('are looked up without fragment, without query, and without both on any host', () => {
    expect(candidateUrls('https://h/a.js?v=1#x')).to.deep.equal([
      'https://h/a.js?v=1',
      'https://h/a.js',
      '~/a.js?v=1',
      '~/a.js',
    ])
  })

  it('omit bundler prefixes', () => {
    const names = [
      'webpack://ns/./x.ts',
      'webpack:///x.ts',
      'webpack:///a/~/x.js',
      'turbopack:///[project]/x.ts',
      '../x',
    ]
    expect(names.map(readableName)).to.deep.equal(['./x.ts', 'x.ts', '~/x.js', 'x.ts', '../x'])
  })

  it('in packages are not in-app', () => {
    expect(isOwnFile('/srv/node_modules/a/x.js', '../node_modules/a/x.js')).to.equal(false)
    expect(isOwnFile('webpack://n/./src/x.ts', './src/x.ts')).to.equal(true)
    expect(isOwnFile('/srv/src/x.ts', '../src/x.ts')).to.equal(undefined)
  })

  it('yield module names only for URLs', () => {
    expect(moduleName('http://h/js/v1.0/foo/bar/baz.min.js?x')).to.equal('foo/bar/baz')
    expect(moduleName(`http://h/a/${'0'.repeat(40)}/foo/x.js`)).to.equal('foo/x')
    expect(moduleName('/srv/src/x.ts')).to.equal('')
  })

  it('of maps are found in comments at the end of code', () => {
    const code = 'x//# sourceMappingURL=no\n//# sourceMappingURL=app.js.map?v=1 \n\n//# debugId=AAAA\n'
    expect(mapReferenceOf(code)).to.equal('app.js.map')
    expect(debugIdOfCode('//# debugId=12e9c425-007d-54e8-a27c-97f21c20dbcb\n')).to.have.length(36)
  })

  it('shorten long lines around the column', () => {
    const line = 'x'.repeat(60) + 'y'.repeat(200)
    const clip = (column: number): string => clipLine(line.length, column, (from, to) => line.slice(from, to))
    expect(clip(0)).to.equal(`${line.slice(0, 140)} {snip}`)
    expect(clip(130)).to.equal(`{snip} ${line.slice(70, 210)} {snip}`)
    expect(clip(260)).to.equal(`{snip} ${line.slice(120)}`)
  })

  it('name functions by their callers if nothing else does, and collapse repetitions', () => {
    const position = { source: 0, sourceName: '', line: 0, column: 0, name: undefined }
    const name = (functionName: string | null | undefined, calledName?: string, rawName = 'q') =>
      functionNameOf({ position: { ...position, functionName }, calledName, rawName })
    expect([
      name('f', 'g'),
      name(null, 'g'),
      name(null),
      name(undefined, 'g'),
      name(null, undefined, ''),
    ]).to.deep.equal(['f', 'g', 'q', 'q', '<anonymous>'])
    expect(name('a.a.a.b')).to.equal('{a#3}.b')
  })
})
