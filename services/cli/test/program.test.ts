import { expect } from 'chai'
import { run } from './support/run.js'

describe('the help', () => {
  it('groups the commands by what people do with them, daily work first', async () => {
    const { code, out } = await run(['--help'])
    expect(code).to.equal(0)
    expect(out.match(/^\S.*:$/gm)).to.deep.equal(['Options:', 'Look:', 'Act:', 'Set up:', 'Operate:'])
    const [look = '', act = ''] = out.split(/^Look:$/m)[1]?.split(/^Act:$/m) ?? []
    expect(look).to.match(/^ {2}errors /m)
    expect(act.split(/^Set up:$/m)[0]).to.match(/^ {2}sessions /m)
    expect(out.split(/^Operate:$/m)[1]).to.match(/^ {2}doctor /m)
  })
})

describe("a command's help", () => {
  it('says what the command does, and lists its subcommands without the headings of others', async () => {
    expect((await run(['sessions', 'cancel', '--help'])).out).to.match(/^Usage: .*\n\nCancel an active session/)
    const { out } = await run(['sessions', '--help'])
    expect(out.match(/^\S.*:$/gm)).to.deep.equal(['Options:', 'Commands:'])
    expect(out).to.match(/^ {2}help \[command\] /m)
  })

  it('marks required options, and shows no default for flags', async () => {
    const { code, out } = await run(['changes', 'record', '--help'])
    expect(code).to.equal(0)
    expect(out).to.match(/--from-git <range> .* \(required\)\n/)
    expect(out).to.match(/--directory <directory> .* \(default: "\."\)\n/)
    const { out: ofErrors } = await run(['errors', '--help'])
    expect(ofErrors).to.match(/--json .*as JSON\n/)
  })
})
