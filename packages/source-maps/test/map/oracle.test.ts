import { build } from 'esbuild'
import { FlattenMap, originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { expect } from 'chai'
import { fileURLToPath } from 'node:url'
import { convertMap, FlatIndex } from '@signalbox/source-maps'

describe('FlatIndex', () => {
  it('matches trace-mapping at every position of a real bundle', async () => {
    const { code, map } = await bundleContracts()
    const index = new FlatIndex(convertMap(map, code))
    const oracle = new TraceMap(map)
    code.split('\n').forEach((text, line) => {
      for (let column = 0; column < text.length; column += 1 + (column % 13)) {
        expect(find(index, line, column), `${line}:${column}`).to.deep.equal(ask(oracle, line, column))
      }
    })
  })

  it('matches trace-mapping for sections', async () => {
    const { map } = await bundleContracts()
    const section: unknown = JSON.parse(map)
    const indexed = JSON.stringify({
      version: 3,
      sections: [
        { offset: { line: 0, column: 40 }, map: section },
        { offset: { line: 900, column: 7 }, map: section },
      ],
    })
    const index = new FlatIndex(convertMap(indexed, undefined))
    const oracle = FlattenMap(indexed)
    for (const line of [0, 1, 2, 900, 901, 905]) {
      for (let column = 0; column < 3_000; column += 31) {
        expect(find(index, line, column), `${line}:${column}`).to.deep.equal(ask(oracle, line, column))
      }
    }
  })
})

async function bundleContracts(): Promise<{ code: string; map: string }> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../src/index.ts', import.meta.url))],
    bundle: true,
    minify: true,
    lineLimit: 2_000,
    platform: 'node',
    format: 'esm',
    external: ['@signalbox/contracts'],
    sourcemap: 'external',
    outdir: '/out',
    write: false,
  })
  const textOf = (ending: string): string => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? ''
  return { code: textOf('.js'), map: textOf('.js.map') }
}

function find(index: FlatIndex, line: number, column: number) {
  const found = index.find(line, column)
  return found && { source: found.sourceName, line: found.line + 1, column: found.column, name: found.name ?? null }
}

function ask(oracle: TraceMap, line: number, column: number) {
  const { source, ...place } = originalPositionFor(oracle, { line: line + 1, column })
  return source === null ? undefined : { source, ...place }
}
