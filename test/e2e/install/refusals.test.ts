import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const command = join(root, 'services/cli/bin/signalbox.js')

/** Node options that make it report an older version. */
const oldNode = `--import=data:text/javascript,${encodeURIComponent(`
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.18.1' } })
  Object.defineProperty(process, 'version', { value: 'v20.18.1' })
`)}`

async function failureOf(program: string, args: readonly string[], cwd = root): Promise<string> {
  const failure: unknown = await promisify(execFile)(
    process.execPath,
    [...args.slice(0, 1), program, ...args.slice(1)],
    {
      cwd,
    },
  ).then(
    ({ stdout }) => `it went on: ${stdout}`,
    (error: unknown) => error,
  )
  expect(failure).to.include({ code: 1, stdout: '' })
  return failure instanceof Error && 'stderr' in failure ? String(failure.stderr) : String(failure)
}

describe('starts that fail', () => {
  it('report an outdated Node in one sentence', async () => {
    const told = 'needs Node 20.19 or newer, and this is v20.18.1'
    expect(await failureOf(command, [oldNode, 'errors'])).to.equal(`signalbox: it ${told}\n`)
    expect(await failureOf('deploy/build/install.mjs', [oldNode, 'running'])).to.equal(`Signalbox ${told}.\n`)
  })

  it('report the beginning and end of each build step, and only the reason of a failed one', async () => {
    const script = `import { runScript, runStep, StepFailed } from '${root}deploy/build/progress.mjs'
      const fail = () => Promise.reject(new StepFailed('The oven is cold.'))
      await runScript(async () => {
        await runStep('Mixing', () => Promise.resolve())
        await runStep('Baking', fail)
      })`
    const args = ['--input-type=module', '--eval', script]
    const failure: unknown = await promisify(execFile)(process.execPath, args).catch((error: unknown) => error)
    const stdout = 'Mixing …\nMixing: done in 0 s\nBaking …\n'
    expect(failure).to.include({ code: 1, stdout, stderr: 'The oven is cold.\n' })
  })

  it('report dependencies that cannot be downloaded or stored, and what to check', async () => {
    const told = async (output: string) => {
      const script = `import { explainFailedInstall } from '${root}deploy/build/explain-failed-install.mjs'
        console.log(explainFailedInstall(process.argv[1]))`
      const args = ['--input-type=module', '--eval', script, output]
      return (await promisify(execFile)(process.execPath, args)).stdout
    }
    const unreachable = await told('npm error code EAI_AGAIN\nnpm error request to https://registry.npmjs.org/a failed')
    expect(unreachable).to.match(/^The dependencies could not be installed: the npm registry is unreachable: /)
    expect(unreachable).to.include('npm output:\nnpm error code EAI_AGAIN')
    expect(await told('npm error code ENOSPC')).to.include('the disk is full')
    expect(await told('npm error code EACCES')).to.include('this user cannot write here')
    expect(await told('npm error code E418')).to.equal(
      'The dependencies could not be installed. npm output:\nnpm error code E418\n',
    )
  })

  it('report a checkout that was not built', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'signalbox-not-built-'))
    try {
      await cp(join(root, 'services/cli/bin'), join(folder, 'bin'), { recursive: true })
      await cp(join(root, 'services/cli/package.json'), join(folder, 'package.json'))
      const told = await failureOf(join(folder, 'bin/signalbox.js'), ['--no-warnings', 'errors'])
      expect(told).to.equal('signalbox: it is not compiled yet: run make build first\n')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
