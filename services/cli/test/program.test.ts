import { expect } from 'chai'
import { run } from './support/run.js'

describe("a command's help", () => {
  it('marks required options, and shows no default for flags', async () => {
    const { code, out } = await run(['changes', 'record', '--help'])
    expect(code).to.equal(0)
    expect(out).to.match(/--from-git <range> .* \(required\)\n/)
    expect(out).to.match(/--directory <directory> .* \(default: "\."\)\n/)
    const { out: ofErrors } = await run(['errors', '--help'])
    expect(ofErrors).to.match(/--json .*as JSON\n/)
  })
})
