import { expect } from 'chai'
import { readGroupingExplanation } from '../../src/index.js'
import { explained, grouped } from './grouped.js'

const errorOf = (platform: string, ...frames: object[]) => ({
  platform,
  exception: { values: [{ type: 'E', value: 'x', stacktrace: { frames } }] },
})

describe('the grouping explanation', () => {
  it('says for each frame why it does not count', () => {
    const own = { function: 'walk', filename: '/srv/app/walk.js', in_app: true }
    const { by, frames } = explained(
      errorOf(
        'node',
        { function: 'process.nextTick', filename: 'node:internal/process', in_app: false },
        { function: 'run', filename: '/srv/node_modules/x/run.js', in_app: false },
        own,
        own,
        { in_app: true },
      ),
    )
    expect(by).to.equal('app')
    expect(frames.map(({ why }) => why)).to.deep.equal(['noise', 'not in app', undefined, 'recursion', 'empty'])
  })

  it('lists the frames nearest to the crash, and stays within 4 KB', () => {
    const frames = Array.from({ length: 250 }, (_, index) => ({ function: `f${index}`, module: 'a.b.c', in_app: true }))
    const long = frames.map((frame) => ({ ...frame, module: `m${'x'.repeat(500)}`, context_line: 'y'.repeat(110) }))
    for (const some of [frames, long]) {
      const rules = { fingerprint: [`type:* -> {{ default }}, ${'z'.repeat(900)}`] }
      expect(grouped(errorOf('python', ...some), rules).explanation.length).to.be.at.most(4_096)
      const explanation = explained(errorOf('python', ...some))
      expect(explanation.frames.at(-1)?.function).to.equal('f249')
      expect(explanation.frames.length + explanation.olderFrames).to.equal(250)
    }
  })

  it('stays within 4 KB when every character is an escape', () => {
    const text = grouped({
      message: '\u0001'.repeat(900),
      fingerprint: Array.from({ length: 30 }, () => '\u0001'.repeat(150)),
    }).explanation
    expect(text.length).to.be.at.most(4_096)
    expect(readGroupingExplanation(text)).to.deep.include({ by: 'fingerprint', components: ['...'] })
  })

  it('names the project rules that override the built-in ones', () => {
    expect(explained({ message: 'a 1' })).to.deep.equal({
      by: 'message',
      rule: undefined,
      areRulesSkipped: false,
      components: [['message', 'a <n>']],
      frames: [],
      olderFrames: 0,
    })
    expect(explained({ message: 'a', fingerprint: ['x'] }).by).to.equal('fingerprint')
    expect(explained({}).by).to.equal('fallback')
  })
})

describe('readGroupingExplanation', () => {
  it('reads the old format without frames', () => {
    const explanation = readGroupingExplanation('{"by":"app","components":[["type","E"],["stack",[["f","x"]]],"..."]}')
    expect(explanation).to.deep.equal({
      by: 'app',
      rule: undefined,
      areRulesSkipped: false,
      components: [['type', 'E'], ['stack', [['f', 'x']]], '...'],
      frames: [],
      olderFrames: 0,
    })
  })

  it('skips unknown fields', () => {
    const hostile =
      '{"by":1,"rule":{"line":"x"},"components":[1,[],[2,3],["a",{"b":1}]],"frames":[null,{"why":"?","line":-1}],"older_frames":"z"}'
    expect(readGroupingExplanation(hostile)).to.deep.equal({
      by: '',
      rule: undefined,
      areRulesSkipped: false,
      components: [['a', []]],
      frames: [{ function: '', place: '', why: undefined, line: undefined }],
      olderFrames: 0,
    })
    expect(readGroupingExplanation(`{"components":${'[["a",'.repeat(500)}1${']]'.repeat(500)}}`)?.by).to.equal('')
  })

  it('returns undefined for anything but a JSON object', () => {
    for (const text of ['', '{', '[]', 'null', '"x"']) expect(readGroupingExplanation(text), text).to.equal(undefined)
  })
})
