import { expect } from 'chai'
import { fitHelp } from '../src/fit-help.js'
import { run } from './support/run.js'

describe('help on a terminal', () => {
  for (const columns of [40, 60, 80, 100]) {
    it(`fits ${columns} columns without splitting words`, async () => {
      for (const args of [['--help'], ['errors', '--help'], ['import', '--help'], ['issues', 'archive', '--help']]) {
        const { out } = await run(args, { columns })
        const tooLong = out.split('\n').filter((line) => line.length > columns && !/^ *(?:signalbox |\S+$)/.test(line))
        expect(tooLong, args.join(' ')).to.deep.equal([])
      }
    })
  }

  it('has the same words as in a pipe', async () => {
    const words = (text: string) => text.split(/\s+/)
    const [piped, fitted] = await Promise.all([run(['import', '--help']), run(['import', '--help'], { columns: 50 })])
    expect(words(fitted.out)).to.deep.equal(words(piped.out))
  })

  it('wraps paragraphs, and leaves headings, lists and blank lines unchanged', () => {
    const text = 'One two\nthree four.\n\nExamples:\n  run a long command\n  short\n'
    expect(fitHelp(text, 20)).to.equal('One two three four.\n\nExamples:\n  run a long command\n  short\n')
    expect(fitHelp('  run --fast  explain what that does', 20)).to.equal(
      '  run --fast\n      explain what\n      that does',
    )
    const command = '  signalbox keys create CI --scopes changes:write'
    expect(fitHelp(`${command}  for CI`, 30)).to.equal(`${command}\n      for CI`)
    expect(fitHelp('  a list item that is long', 20)).to.equal('  a list item that\n    is long')
    expect(fitHelp('A heading that is long:', 20)).to.equal('A heading that is\nlong:')
  })
})
