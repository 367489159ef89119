import { expect } from 'chai'
import { run } from './support/run.js'

describe('the help of a command', () => {
  it('says which options must be given, and no default of what is off unless it is given', async () => {
    const { code, out } = await run(['changes', 'record', '--help'])
    expect(code).to.equal(0)
    expect(out).to.match(/--from-git <range> .* \(required\)\n/)
    expect(out).to.match(/--directory <directory> .* \(default: "\."\)\n/)
    const { out: ofErrors } = await run(['errors', '--help'])
    expect(ofErrors).to.match(/--json .*as JSON\n/)
  })
})
