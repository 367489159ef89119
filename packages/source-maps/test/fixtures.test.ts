import { expect } from 'chai'
import { framePath, joinPath, symbolicateStack, type ScriptModule } from '@signalbox/source-maps'
import { fixtureNames, indexOf, readExpectation, readPair, toFrame } from './support/fixtures.js'

describe('symbolication of recorded errors', () => {
  for (const name of fixtureNames) {
    it(`resolves every frame of ${name} as Sentry does`, async () => {
      const expectation = readExpectation(name)
      const pair = await readPair(name)
      const index = indexOf(pair)
      const modules = new Map<string, ScriptModule>(
        expectation.debug_meta.images.map(({ code_file: file }) => [
          file,
          { state: 'mapped', index, mapUrl: joinPath(file, pair.mapReference), resolvedWith: 'debug-id' },
        ]),
      )
      for (const { frames } of expectation.exception.values) {
        const results = symbolicateStack(frames.map(toFrame), { platform: expectation.platform, modules })
        results.forEach(({ frame, raw, data }, at) => {
          const expected = frames[at]?.expected
          if (expected === null || expected === undefined) {
            expect(data).to.equal(undefined)
            expect(frame).to.deep.include({ lineno: raw.lineno, colno: raw.colno, function: raw.function })
            return
          }
          expect({
            function: frame.function,
            filename: frame.filename,
            abs_path: frame.absPath,
            lineno: frame.lineno,
            colno: frame.colno,
            pre_context: frame.preContext,
            context_line: frame.contextLine,
            post_context: frame.postContext,
            data,
          }).to.deep.equal(expected)
          expect(framePath(raw)).to.equal(frames[at]?.raw.abs_path)
          expect(raw.contextLine).to.include('{snip}')
          expect([...raw.preContext, ...raw.postContext]).to.deep.equal([])
        })
      }
    })
  }
})
