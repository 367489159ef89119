import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'

describe("the main thread's young generation", () => {
  it('stays small while the process works and starts threads', async function () {
    this.timeout(60_000)
    const program = fileURLToPath(new URL('./make-garbage.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, ['--import=tsx', program])
    const { before, after } = JSON.parse(stdout) as { before: number; after: number }
    // It may double while a thread starts.
    expect(before, 'MiB before').to.be.at.most(4)
    expect(after, 'MiB after').to.be.at.most(8)
  })
})
