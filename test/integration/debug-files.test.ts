import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { findFreePorts } from '../support/free-ports.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { runSentryTool, sentryTools } from '../support/sentry-tools.js'

const clients = {
  'sentry-cli 2': [sentryTools['sentry-cli 2'], 'upload-proguard'],
  'sentry-cli 3': [sentryTools['sentry-cli 3'], 'upload-proguard'],
  sentry: [sentryTools.sentry, 'proguard', 'upload'],
}

const mappingOf = (name: string) => `# compiler: R8
com.example.shop.${name} -> a.a:
    1:1:int priceOf(com.example.shop.Order):12:12 -> a
`
const symbolsOf = (name: string, digit: number) => `MODULE Linux x86_64 ${String(digit).repeat(32)}0 ${name}
FILE 0 shop.c
FUNC 1000 10 0 price_of
1000 10 12 0
`

interface Counted {
  artifacts: { type: string; files: number; bytes: number; is_applied: boolean }[]
}

describe('debug files and mappings', () => {
  let signalbox: InProcessSignalbox
  let home: string
  before(async () => {
    const [port = 0] = await findFreePorts(1)
    signalbox = await startInProcess({ port })
    home = await mkdtemp(join(tmpdir(), 'debug-files-'))
  })
  after(async () => {
    await signalbox.close()
    await rm(home, { recursive: true, force: true })
  })

  const ask = (program: string, ...args: string[]) => {
    const { url, apiKey, project } = signalbox
    return runSentryTool(program, args, { url, apiKey, project: project.number, home })
  }
  const count = async () => {
    const path = `/api/v1/telemetry/projects/${signalbox.project.number}/artifacts/`
    const { artifacts } = (await signalbox.call('GET', path)).body as Counted
    return artifacts.map(({ type, files, is_applied: isApplied }) => ({ type, files, isApplied }))
  }

  for (const [index, [name, [program = '', ...uploadProguard]]] of Object.entries(clients).entries()) {
    it(`${name} uploads them, and they are counted as stored but unused`, async () => {
      const folder = join(home, String(index))
      await mkdir(folder)
      await writeFile(join(folder, 'mapping.txt'), mappingOf(`Checkout${index}`))
      await writeFile(join(folder, 'shop.sym'), symbolsOf(`shop${index}`, index + 1))
      await ask(program, ...uploadProguard, join(folder, 'mapping.txt'))
      const wait = name === 'sentry' ? [] : ['--wait']
      const said = await ask(program, 'debug-files', 'upload', ...wait, folder)
      expect(said).to.include(String(index + 1).repeat(8))
      if (name !== 'sentry') expect(said).to.include('not applied to events yet')
      expect(await count()).to.deep.equal([
        { type: 'debug_file', files: index + 1, isApplied: false },
        { type: 'proguard', files: index + 1, isApplied: false },
      ])
    })
  }

  it('are stored once if uploaded again', async () => {
    const [program = ''] = clients['sentry-cli 3']
    const before = await count()
    expect(await ask(program, 'debug-files', 'upload', join(home, '1'))).to.include('Nothing to upload')
    await ask(program, 'upload-proguard', join(home, '1', 'mapping.txt'))
    expect(await count()).to.deep.equal(before)
  })

  it('are not stored if they do not match their declaration', async () => {
    const path = `/api/0/projects/default/${signalbox.project.number}/files/difs/assemble/`
    const chunk = '2'.repeat(40)
    const missing = await signalbox.call('POST', path, { [chunk]: { name: 'shop.so', chunks: [chunk] } })
    expect(missing.body).to.deep.equal({ [chunk]: { state: 'not_found', missingChunks: [chunk], detail: null } })
    expect((await signalbox.call('POST', path, { shop: { name: 'shop.so', chunks: [] } })).status).to.equal(400)
    const elsewhere = path.replace(`/${signalbox.project.number}/`, '/nothing/')
    expect((await signalbox.call('POST', elsewhere, {})).status).to.equal(404)
  })
})
