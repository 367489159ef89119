import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { eventually } from '../../support/eventually.js'
import { findFreePorts } from '../../support/free-ports.js'
import { tellingOutbound } from './telling-outbound.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const run = promisify(execFile)
const apiKey = 'a-key-of-the-first-start-0001'

/** Installs the packed package in a folder that contains nothing but its declared dependencies. */
async function installPackage(folder: string): Promise<string> {
  const { stdout } = await run(process.execPath, ['deploy/build/package.mjs'], { cwd: root })
  const archive = /^dist\/\S+\.tgz$/m.exec(stdout)?.[0] ?? ''
  const modules = join(folder, 'node_modules')
  const installed = join(modules, 'signalbox')
  await mkdir(installed, { recursive: true })
  await run('tar', [
    '--extract',
    '--gzip',
    '--strip-components=1',
    '--file',
    join(root, archive),
    '--directory',
    installed,
  ])
  const { dependencies, optionalDependencies } = await readManifest(installed)
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    await symlink(join(root, 'node_modules', name), join(modules, name))
  }
  return installed
}

interface Manifest {
  bin: { signalbox: string }
  version: string
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
}

describe('the signalbox package', () => {
  let folder: string
  let command: string
  let version: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'signalbox-package-'))
    const installed = await installPackage(folder)
    const manifest = await readManifest(installed)
    command = join(installed, manifest.bin.signalbox)
    version = manifest.version
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('pins its external dependencies', async () => {
    const { dependencies, optionalDependencies } = await readManifest(join(folder, 'node_modules/signalbox'))
    const versions = Object.values({ ...dependencies, ...optionalDependencies })
    expect(versions).to.have.length.above(3)
    for (const each of versions) expect(each).to.match(/^(?:npm:[a-z0-9-]+@)?\d+\.\d+\.\d+$/)
  })

  describe('started by `signalbox start`', () => {
    let server: ChildProcess
    let closed: Promise<unknown>
    let output = ''
    let url: string
    before(async () => {
      const [port = 0, adminPort = 0] = await findFreePorts(2)
      url = `http://127.0.0.1:${port}`
      const args = ['start', '--port', String(port), '--data-dir', join(folder, 'data')]
      const env = {
        PATH: process.env['PATH'],
        SIGNALBOX_ADMIN_PORT: String(adminPort),
        SIGNALBOX_BOOTSTRAP_API_KEY: apiKey,
        NODE_OPTIONS: tellingOutbound,
      }
      server = spawn(process.execPath, [command, ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
      closed = once(server, 'close')
      for (const stream of [server.stdout, server.stderr]) stream?.on('data', (chunk) => (output += String(chunk)))
      await eventually(
        () => {
          if (server.exitCode !== null) throw new Error(output)
          expect(output).to.include('Signalbox is ready')
        },
        { withinMs: 50_000 },
      )
    })
    after(async () => {
      server.kill('SIGKILL')
      await closed
    })

    it('receives an event and returns it through its own command line', async () => {
      const [, dsnKey = '', number = ''] = /DSN +http:\/\/([0-9a-f]+)@\S+\/(\d+)/.exec(output) ?? []
      const event = { event_id: 'c'.repeat(32), message: 'sent to what npm installed' }
      const sent = await fetch(`${url}/api/${number}/store/?sentry_key=${dsnKey}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(event),
      })
      expect(sent.status).to.equal(200)
      await eventually(async () => {
        const asked = ['errors', '--url', url, '--api-key', apiKey, '--since', '1h']
        const { stdout } = await run(process.execPath, [command, ...asked])
        expect(stdout).to.include('sent to what npm installed')
      })
    })

    it('serves its pages, its API documentation and its version', async () => {
      const headers = { authorization: `Bearer ${apiKey}` }
      const answers = await Promise.all(
        ['/', '/api/docs/', '/api/v1/system/'].map(async (path) => {
          const answer = await fetch(`${url}${path}`, { headers })
          return { status: answer.status, text: await answer.text() }
        }),
      )
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200])
      expect(answers[0]?.text).to.include('<script type="module"')
      expect(answers[1]?.text).to.include('swagger-ui')
      expect(answers[2]?.text).to.include(`"${version}"`)
    })

    it('makes no requests to other machines', () => {
      expect(output).not.to.include('outbound')
    })

    it('stops in order on a signal', async () => {
      server.kill('SIGTERM')
      await closed
      expect(server.exitCode, output).to.equal(0)
    })
  })

  describe('as the container image runs it', () => {
    let image: string
    let server: ChildProcess | undefined
    before(async () => {
      image = await readFile(join(root, 'deploy/Dockerfile'), 'utf8')
    })
    after(async () => {
      if (server?.exitCode !== null) return
      const closed = once(server, 'close')
      server.kill('SIGKILL')
      await closed
    })

    /** The words of an instruction such as `CMD ["node", "x"]`. */
    const wordsOf = (instruction: string): string[] => {
      const [, words = '[]'] = new RegExp(`${instruction} (\\[.*\\])`, 'm').exec(image) ?? []
      return JSON.parse(words) as string[]
    }

    it('becomes healthy by the check of the image, and ends in order', async () => {
      const [port = 0, adminPort = 0] = await findFreePorts(2)
      const env = {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        SIGNALBOX_PORT: String(port),
        SIGNALBOX_ADMIN_PORT: String(adminPort),
        SIGNALBOX_DATA_DIR: join(folder, 'image-data'),
      }
      const [program = '', ...args] = [...wordsOf('^ENTRYPOINT'), ...wordsOf('^CMD')]
      const cwd = join(folder, 'node_modules/signalbox')
      const started = spawn(program, args, { cwd, env, stdio: 'ignore' })
      server = started
      const [checker = '', ...checks] = wordsOf('  CMD')
      const check = () => run(checker, checks, { env })
      await eventually(check, { withinMs: 50_000 })
      const closed = once(started, 'close')
      started.kill('SIGTERM')
      await closed
      expect(started.exitCode).to.equal(0)
      expect(await check().catch((error: unknown) => error)).to.include({ code: 1 })
    })
  })

  it('prints its version', async () => {
    const { stdout } = await run(process.execPath, [command, '--version'])
    expect(stdout).to.equal(`${version}\n`)
  })

  it('explains invalid options', async () => {
    const refused = await run(process.execPath, [command, 'start', '--port', 'eight']).catch((error: unknown) => error)
    expect(refused).to.include({ code: 2 })
    expect((refused as { stderr: string }).stderr).to.include('SIGNALBOX_PORT must be an integer')
  })

  describe('on a system without a build of the analytics engine', () => {
    const packaged = () => join(folder, 'node_modules/chdb')
    before(async () => {
      await rm(packaged())
      await cp(join(root, 'node_modules/chdb'), packaged(), { recursive: true })
    })

    it('says so in one sentence, with what to do', async () => {
      const [port = 0, adminPort = 0] = await findFreePorts(2)
      const args = [command, 'start', '--data-dir', join(folder, 'elsewhere'), '--port', String(port)]
      const env = { PATH: process.env['PATH'], SIGNALBOX_ADMIN_PORT: String(adminPort) }
      const refused = await run(process.execPath, args, { cwd: folder, env }).catch((error: unknown) => error)
      expect(refused).to.include({ code: 1 })
      const { stderr } = refused as { stderr: string }
      expect(stderr).to.match(/the embedded analytics engine is not installed for \w+ \w+\./)
      expect(stderr)
        .to.include('SIGNALBOX_CLICKHOUSE_URL')
        .and.not.match(/\n\s+at /)
    })
  })
})
