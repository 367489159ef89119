import { expect } from 'chai'
import type { Change } from '@signalbox/contracts'
import { countSharedNames, namesOfPath } from '../../../src/issues/suspects/match-path.js'
import { rankCommits, type SuspectFrame } from '../../../src/issues/suspects/rank-commits.js'
import { readSuspectFrames } from '../../../src/issues/suspects/read-frames.js'

const commit = (id: string, files: string[], more: Partial<Change> = {}): Change => ({
  change_id: id,
  kind: 'commit',
  id,
  occurred_at: '2026-05-17T12:00:00.000Z',
  title: id,
  service: null,
  repository: null,
  author: 'ann',
  url: null,
  files,
  diff: null,
  diff_cut: false,
  details: {},
  ...more,
})
const frame = (depth: number, path: string): SuspectFrame => ({ depth, function: 'f', path, line: 1 })

describe('countSharedNames', () => {
  for (const [path, file, shared] of [
    ['app:///src/pay.ts', 'src/pay.ts', 2],
    ['webpack://shop/./src/pay.ts', 'packages/shop/src/pay.ts', 2],
    ['webpack:///packages/shop/src/pay.ts', 'packages/shop/src/pay.ts', 4],
    ['https://shop.example/static/src/pay.ts?v=3', 'src/pay.ts', 2],
    ['../../src/pay.ts', 'src/pay.ts', 2],
    ['~/src/pay.ts', 'web/src/pay.ts', 2],
    ['C:\\build\\src\\pay.ts', 'src/pay.ts', 2],
    ['/srv/shop/src/pay.ts', 'src/pay.ts', 2],
    ['pay.ts', 'src/pay.ts', 1],
    ['src/pay.ts', 'test/pay.ts', 0],
    ['src/index.ts', 'lib/index.ts', 0],
    ['src/pay.ts', 'src/repay.ts', 0],
    ['', 'src/pay.ts', 0],
  ] as const) {
    it(`finds ${shared} names that ${path || 'no path'} and ${file} share`, () => {
      expect(countSharedNames(namesOfPath(path), namesOfPath(file))).to.equal(shared)
    })
  }
})

describe('rankCommits', () => {
  const frames = [frame(0, 'app:///src/pay.ts'), frame(3, 'app:///src/cart.ts')]
  const rank = (...commits: Change[]) => rankCommits(commits, frames, 'shop@2').map((suspect) => suspect.commit)

  it("ranks commits at the error's location before its callers', and newer before older", () => {
    const older = commit('older', ['src/pay.ts'], { occurred_at: '2026-05-16T12:00:00.000Z' })
    expect(rank(commit('caller', ['src/cart.ts']), older, commit('newer', ['src/pay.ts']))).to.deep.equal([
      'newer',
      'older',
      'caller',
    ])
  })

  it('ranks the better matching path first, and omits commits to other files', () => {
    const [exact, near] = [commit('exact', ['x/src/pay.ts']), commit('near', ['pay.ts'])]
    expect(rank(near, exact, commit('other', ['README.md']))).to.deep.equal(['exact', 'near'])
  })

  it('returns file and frame, and whether the commit is in the release', () => {
    const [suspect] = rankCommits(
      [commit('a', ['b', 'src/cart.ts'], { details: { release: 'shop@2' } })],
      frames,
      'shop@2',
    )
    expect(suspect).to.deep.include({ author: 'ann', file: 'src/cart.ts', is_in_release: true })
    expect(suspect?.frame).to.deep.equal({ depth: 3, function: 'f', path: 'app:///src/cart.ts', line: 1 })
  })
})

describe('readSuspectFrames', () => {
  it('returns in-app frames of the main exception, the crash frame first', () => {
    const frames = [
      { filename: 'src/cart.ts', function: 'add', lineno: 3, in_app: true },
      { filename: 'node_modules/x.js', in_app: false },
      { abs_path: 'app:///src/pay.ts', filename: 'src/pay.ts', in_app: true },
    ]
    expect(readSuspectFrames({ exception: [{}, { stacktrace: { frames } }] })).to.deep.equal([
      { depth: 0, function: '', path: 'app:///src/pay.ts', line: undefined },
      { depth: 2, function: 'add', path: 'src/cart.ts', line: 3 },
    ])
    expect(readSuspectFrames({})).to.deep.equal([])
  })
})
