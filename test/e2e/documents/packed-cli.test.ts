import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const execute = promisify(execFile)

describe('the packed command line', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'signalbox-packed-'))
    await execute('node', ['deploy/build/pack-cli.mjs'], { cwd: root })
    const packed = join(root, 'services', 'cli', 'dist', 'artifact', 'signalbox-cli.tgz')
    // Installs offline: the package must contain everything it needs.
    await execute('npm', ['install', '--global', '--offline', '--prefix', folder, packed], { cwd: folder })
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const signalbox = (...args: string[]) => execute(join(folder, 'bin', 'signalbox'), args, { cwd: folder })

  it('runs on its own, with every command', async () => {
    expect((await signalbox('--version')).stdout).to.match(/^\d+\.\d+\.\d+\n$/)
    expect((await signalbox('--help')).stdout)
      .to.contain('deployments')
      .and.to.contain('doctor')
    expect((await signalbox('workflows', 'schema')).stdout).to.contain('"type"')
  })

  it('says where to run what needs the installation', async () => {
    for (const command of ['owner-link', 'start']) {
      const failure = await signalbox(command).catch((error: unknown) => error)
      expect(failure).to.include({
        code: 1,
        stderr:
          'signalbox: this command requires an installation of Signalbox on this machine: run it there with npx signalbox\n',
      })
    }
  })
})
