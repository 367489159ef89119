import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { eventually } from '../support/eventually.js'
import { startSignalbox, type Project, type SignalboxProcess } from '../support/signalbox-process.js'

const run = promisify(execFile)
const appFile = fileURLToPath(new URL('./sdk/node-limited.mjs', import.meta.url))

interface Outcome {
  kind: string
  outcome: string
  reason: string
  quantity: number
}

describe('an application whose DSN key has a quota of one error', () => {
  let signalbox: SignalboxProcess
  let project: Project

  before(async () => {
    signalbox = await startSignalbox()
    project = await signalbox.createProject('limited')
    const keysPath = `/api/v1/telemetry/projects/${project.id}/keys/`
    const { keys } = await signalbox.get<{ keys: { id: string }[] }>(keysPath)
    const quotas = [{ categories: ['error'], limit: 1, window_seconds: 3_600 }]
    const { status } = await signalbox.call('PATCH', `${keysPath}${keys[0]!.id}/`, { quotas })
    expect(status).to.equal(200)
    await run(process.execPath, [appFile], { env: { ...process.env, SENTRY_DSN: project.dsn } })
  })
  after(() => signalbox.dispose())

  const readOutcomes = async () => {
    const path = `/api/v1/telemetry/query/outcomes/?project_id=${project.id}&since=1h`
    const { outcomes } = await signalbox.get<{ outcomes: Outcome[] }>(path)
    return new Map(
      outcomes.map(({ kind, outcome, reason, quantity }) => [`${kind} ${outcome} ${reason}`.trim(), quantity]),
    )
  }

  it('stops sending errors, and its client report adds what it held back to the ledger', async () => {
    await eventually(async () => {
      const outcomes = await readOutcomes()
      expect(outcomes.get('error stored')).to.equal(1)
      expect(outcomes.get('error rate_limited quota')).to.equal(1)
      expect(outcomes.get('error client_discarded ratelimit_backoff')).to.equal(2)
    })
  })

  it('continues to send unlimited categories', async () => {
    await eventually(async () => {
      expect((await readOutcomes()).get('check_in stored')).to.equal(1)
    })
  })
})
