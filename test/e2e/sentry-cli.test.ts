import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import type { ErrorEvent } from '@signalbox/contracts'
import { eventually } from '../support/eventually.js'
import { sentryTools } from '../support/sentry-tools.js'
import { startSignalbox, type Project, type SignalboxProcess } from '../support/signalbox-process.js'

const run = promisify(execFile)
const cli = sentryTools['sentry-cli 2']

describe('an unchanged sentry-cli', () => {
  let signalbox: SignalboxProcess
  let project: Project
  let directory: string

  const sentryCli = (...args: string[]) =>
    run(cli, args, { env: { ...process.env, SENTRY_DSN: project.dsn }, timeout: 30_000 })

  before(async () => {
    signalbox = await startSignalbox()
    project = await signalbox.createProject('cli')
    directory = await mkdtemp(join(tmpdir(), 'signalbox-cli-'))
  })
  after(async () => {
    await signalbox.dispose()
    await rm(directory, { recursive: true, force: true })
  })

  const readErrors = async () => {
    const path = `/api/v1/telemetry/query/errors/?project_id=${project.id}&since=1h`
    return (await signalbox.get<{ events: ErrorEvent[] }>(path)).events
  }

  it('sends an event with the given fields', async () => {
    await sentryCli(
      'send-event',
      '-m',
      'hello from %s',
      '-a',
      'cli',
      '-l',
      'warning',
      '-r',
      'shop@3.0.0',
      '-t',
      'env:dev',
    )
    await eventually(async () => {
      const [event] = await readErrors()
      expect(event).to.include({ message: 'hello from cli', level: 'warning', release: 'shop@3.0.0' })
      expect(event?.tags).to.include({ env: 'dev' })
    })
  })

  it('sends an event from a file', async () => {
    const file = join(directory, 'event.json')
    await writeFile(file, JSON.stringify({ message: 'from a file', level: 'fatal', platform: 'other' }))
    await sentryCli('send-event', file)
    await eventually(async () => {
      expect((await readErrors()).map(({ message }) => message)).to.include('from a file')
    })
  })

  it('reports successful and failed runs of a job', async () => {
    await sentryCli('monitors', 'run', '-s', '0 * * * *', 'backup', '--', process.execPath, '-e', '0')
    await sentryCli('monitors', 'run', 'backup', '--', process.execPath, '-e', 'process.exit(3)').catch(
      (error: unknown) => {
        // The job's exit code is passed on.
        expect(error).to.include({ code: 3 })
      },
    )
    await eventually(async () => {
      type Monitors = { monitors: { slug: string; recent: { status: string }[] }[] }
      const path = `/api/v1/telemetry/query/monitors/?project_id=${project.id}&since=1h`
      const { monitors } = await signalbox.get<Monitors>(path)
      expect(monitors.map(({ slug }) => slug)).to.deep.equal(['backup'])
      expect(monitors[0]?.recent.map(({ status }) => status)).to.deep.equal(['error', 'ok'])
    })
  })
})
