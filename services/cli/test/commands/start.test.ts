import { expect } from 'chai'
import { exitCodes } from '../../src/exit-codes.js'
import { run } from '../support/run.js'

describe('signalbox start', () => {
  async function startWith(...args: string[]) {
    const started: Readonly<Record<string, string>>[] = []
    const startServer = (settings: Readonly<Record<string, string>>) => {
      started.push(settings)
      return Promise.resolve()
    }
    const outcome = await run(['start', ...args], { startServer })
    return { outcome, started }
  }

  it('starts an installation with settings from its environment', async () => {
    const { outcome, started } = await startWith()
    expect(outcome).to.deep.equal({ code: exitCodes.ok, out: '', err: '' })
    expect(started).to.deep.equal([{}])
  })

  it('prefers options', async () => {
    const { started } = await startWith('--port', '9000', '--host', '0.0.0.0', '--data-dir', '/srv/signalbox')
    expect(started).to.deep.equal([
      { SIGNALBOX_PORT: '9000', SIGNALBOX_HOST: '0.0.0.0', SIGNALBOX_DATA_DIR: '/srv/signalbox' },
    ])
  })
})
