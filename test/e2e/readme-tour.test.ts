import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { eventually } from '../support/eventually.js'
import { startSignalbox, type Project, type SignalboxProcess } from '../support/signalbox-process.js'

const run = promisify(execFile)
const checkout = fileURLToPath(new URL('../..', import.meta.url))

/** The README's tour commands, block by block. */
async function readTour(): Promise<string[]> {
  const readme = await readFile(join(checkout, 'README.md'), 'utf8')
  const [, tour = ''] = /^## Five minutes with a real SDK\n(.*?)^## /ms.exec(readme) ?? []
  return [...tour.matchAll(/^ {3}```sh\n(.*?)^ {3}```/gms)].map(([, block = '']) => block.replaceAll(/^ {3}/gm, ''))
}

describe("the README's tour", () => {
  let signalbox: SignalboxProcess
  let project: Project
  let directory: string
  let blocks: string[]

  before(async () => {
    blocks = await readTour()
    signalbox = await startSignalbox()
    project = await signalbox.createProject('default')
    directory = await mkdtemp(join(tmpdir(), 'signalbox-tour-'))
    // The checkout's SDK replaces the one that the tour downloads.
    await symlink(join(checkout, 'node_modules'), join(directory, 'node_modules'))
  })
  after(async () => {
    await signalbox.dispose()
    await rm(directory, { recursive: true, force: true })
  })

  /** Runs the only block that contains the command, against this installation. */
  const runBlock = async (command: string, cwd = checkout): Promise<string> => {
    const [block, ...more] = blocks.filter((each) => each.includes(command))
    if (block === undefined || more.length > 0) throw new Error(`not one block of the tour has "${command}"`)
    const script = block.replaceAll('http://127.0.0.1:8000', signalbox.url).replace(/^npm init.*$/m, '')
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: directory,
      API_KEY: signalbox.apiKey,
      DSN: project.dsn,
      SIGNALBOX_URL: signalbox.url,
      SIGNALBOX_API_KEY: signalbox.apiKey,
    }
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd, env })
    return stdout
  }

  it("shows its application's errors and traces", async () => {
    await runBlock('node app.mjs', directory)
    await eventually(async () => {
      expect(await runBlock('query/errors/')).to.contain('card declined for order 18')
      expect(await runBlock('signalbox errors')).to.contain('TypeError: card declined for order 17')
      expect(await runBlock('query/traces/')).to.contain('POST /checkout')
    })
  })

  it('accepts metrics and a deployment', async () => {
    expect(await runBlock('"metrics": [')).to.contain('"accepted":2')
    await eventually(async () => {
      expect(await runBlock('cluster/overview')).to.contain('"node_count":1')
    })
    expect(await runBlock('deployments create')).to.contain('Ship shop 1.0.0')
  })

  it('ends in a report that names the failing deployment and the remedy', async () => {
    const followed = await runBlock('sessions start')
    expect(followed).to.match(/Verdict +cause_likely/)
    const summary = followed.split('\n').find((line) => line.startsWith('The likely cause'))
    expect(summary).to.match(
      /^The likely cause is the deployment "Ship shop 1\.0\.0" \(\d\d % confidence\)\. The problem started at \d\d:\d\d UTC/,
    )
    expect(summary).to.contain('reported a new error, "TypeError: card declined for order 18" (2 times so far)')
    expect(summary).to.contain('Deploy a fix to default.')
    expect(followed).to.contain('Both new errors come from its release, shop@1.0.0.')
    expect(followed).to.match(/The TypeError is raised in "chargeCard", line 5 of "[^"]*app\.mjs"\./)
    expect(followed).to.contain('No earlier version of default is recorded, so it may never have worked.')
    expect(followed).not.to.contain('UNSUPPORTED')
  })
})
