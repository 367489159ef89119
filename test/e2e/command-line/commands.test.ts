import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { run } from '../../../services/cli/test/support/run.js'
import { createProgram } from '../../../services/cli/src/program.js'
import { listCommands } from '../../../services/cli/src/command-tree.js'
import { findFreePorts } from '../../support/free-ports.js'
import { commandCases, type CommandCase } from './cases.js'
import { fillScene, startScene, type Scene } from './scene.js'

const program = fileURLToPath(new URL('../../../services/cli/bin/signalbox.js', import.meta.url))

interface Outcome {
  code: number | null
  out: string
  err: string
}

interface Running {
  env: Record<string, string>
  input?: string | undefined
  /** Called while it runs. */
  meanwhile?: (child: ReturnType<typeof spawn>) => Promise<void> | void
}

/** Runs a command line as a separate program. */
async function start(args: readonly string[], { env, input = '', meanwhile }: Running): Promise<Outcome> {
  const child = spawn(process.execPath, [program, ...args], { env: { PATH: process.env['PATH'] ?? '', ...env } })
  const ended = once(child, 'close')
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const err = text(child.stderr)
  const out = meanwhile === undefined ? text(child.stdout) : Promise.resolve('')
  await meanwhile?.(child)
  await ended
  return { code: child.exitCode, out: await out, err: await err }
}

const online = Object.entries(commandCases).filter(([, { asksNobody }]) => !asksNobody)
/** They take over the process's own input and output, or work on a data directory. */
const needsProcess = (name: string, { asksNobody }: CommandCase) => asksNobody === true || name === 'mcp'
const expectedCode = ({ fails, isWrongUsage }: CommandCase) => (isWrongUsage ? 2 : fails ? 1 : 0)
const stackTrace = /\n\s+at .*\d+:\d+\)?\n/

describe('every command', () => {
  let scene: Scene
  let home: string
  const printedOfNothing: Record<string, Outcome> = {}
  const jsonOfNothing: Record<string, Outcome> = {}

  const connected = () => ({
    SIGNALBOX_URL: scene.signalbox.url,
    SIGNALBOX_API_KEY: scene.signalbox.apiKey,
    HOME: home,
  })
  const argsOf = async (name: string, { args }: CommandCase) => [...name.split(' '), ...((await args?.(scene)) ?? [])]
  /** Runs a case's command line, in this process if it can: starting one takes longer than most commands. */
  const runCase = async (
    name: string,
    tried: CommandCase,
    more: { args?: string[]; env?: Record<string, string>; input?: string } = {},
  ) => {
    const args = [...(await argsOf(name, tried)), ...(more.args ?? [])]
    const env = { ...connected(), ...more.env }
    const input = more.input ?? tried.input?.(scene) ?? ''
    return needsProcess(name, tried) ? start(args, { env, input }) : run(args, { env, input, clock: Date.now })
  }

  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'signalbox-home-'))
    scene = await startScene()
    for (const [name, tried] of Object.entries(commandCases)) {
      if (!tried.printsOfNothing) continue
      printedOfNothing[name] = await runCase(name, tried)
      if (tried.json === 'list') jsonOfNothing[name] = await runCase(name, tried, { args: ['--json'] })
    }
    await fillScene(scene)
    for (const name of ['repositories link', 'workflows apply', 'workflows run', 'alert-rules apply']) {
      const { code, err } = await runCase(name, commandCases[name] ?? expect.fail(`${name} has no case`))
      expect(code, err).to.equal(0)
    }
  })
  after(async () => {
    await scene.dispose()
    await rm(home, { recursive: true, force: true })
  })

  it('has a case in the table', async () => {
    const nothing = { write: () => undefined }
    const tree = await createProgram({
      args: [],
      env: {},
      stdin: process.stdin,
      stdout: nothing,
      stderr: nothing,
      runOffline: () => Promise.resolve(false),
      startServer: () => Promise.resolve(),
      clock: Date.now,
    })
    const alsoRunsItself = (path: readonly string[]) => path.length === 1 && /^(errors|metrics)$/.test(path[0] ?? '')
    const called = listCommands(tree).filter(({ path, children }) => alsoRunsItself(path) || children.length === 0)
    expect(Object.keys(commandCases)).to.have.members(called.map(({ path }) => path.join(' ')))
  })

  for (const [name, tried] of Object.entries(commandCases)) {
    describe(`signalbox ${name}`, () => {
      it('prints output for people', async () => {
        const { code, out, err } = await runCase(name, tried)
        expect(expectedCode(tried) === 0 ? out : err, err + out).to.match(tried.prints)
        expect(code, err).to.equal(expectedCode(tried))
        expect(err).to.not.match(stackTrace)
      })

      const { json, printsOfNothing } = tried
      if (json === 'list' || json === 'value') {
        for (const columns of [40, 80]) {
          it(`fits a terminal of ${columns} columns`, async () => {
            const env = { ...connected(), NO_COLOR: '1' }
            const { out, err } = await run(await argsOf(name, tried), { env, columns })
            expect(out, err).to.not.equal('')
            if (printsOfNothing?.test(out)) return
            // An id or address that does not fit is on its own line, unbroken, so it can be copied.
            const tooLong = out.split('\n').filter((line) => line.length > columns && line.trim().includes(' '))
            expect(tooLong).to.deep.equal([])
          })
        }
      }
      if (json !== undefined) {
        it(`prints ${json} for programs`, async () => {
          const { code, out, err } = await runCase(name, tried, { args: ['--json'] })
          expect(code, err).to.equal(0)
          const values = (json === 'lines' ? out.trimEnd().split('\n') : [out]).map((part): unknown => JSON.parse(part))
          for (const value of values) expect(value).to.be.an('object')
          if (json === 'list') expect(values[0]).to.have.all.keys('items', 'next')
        })
      }
      if (printsOfNothing) {
        it('reports an empty result', () => {
          expect(printedOfNothing[name]?.out).to.match(printsOfNothing)
          expect(printedOfNothing[name]?.code).to.equal(0)
        })
      }
      if (printsOfNothing && json === 'list') {
        it('prints an empty list for programs', () => {
          expect(JSON.parse(jsonOfNothing[name]?.out ?? '')).to.deep.equal({ items: [], next: null })
          expect(jsonOfNothing[name]?.code).to.equal(0)
        })
      }

      it('ends quietly when its output is closed', async () => {
        const { code, err } = await start(await argsOf(name, tried), {
          env: connected(),
          input: tried.input?.(scene),
          meanwhile: (child) => void child.stdout?.destroy(),
        })
        expect(err)
          .to.not.match(stackTrace)
          .and.not.match(/EPIPE|unexpected error/)
        expect(code).to.equal(expectedCode(tried))
      })
    })
  }

  for (const [name, tried] of online) {
    it(`signalbox ${name} reports an unreachable server and a wrong key`, async () => {
      const [port = 0] = await findFreePorts(1)
      const url = `http://127.0.0.1:${port}`
      const unreachable = await runCase(name, tried, { env: { SIGNALBOX_URL: url } })
      const refused = await runCase(name, tried, { env: { SIGNALBOX_API_KEY: 'wrong-key' }, input: 'wrong-key\n' })
      for (const { code, out, err } of [unreachable, refused]) {
        expect(err + out).to.not.match(stackTrace)
        expect(code, err).to.equal(name === 'mcp' ? 0 : 1)
      }
      if (name === 'incident import') return
      expect(unreachable.err + unreachable.out).to.contain(`Cannot reach ${url}: connection refused`)
      if (name !== 'mcp') expect(refused.err + refused.out).to.match(/401/)
    })

    // It finds no file and exits before making a request.
    if (name === 'incident import') continue
    it(`signalbox ${name} exits with 130 on Ctrl-C`, async () => {
      const silent = createServer()
      silent.listen(0, '127.0.0.1')
      await once(silent, 'listening')
      const address = silent.address()
      const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
      const asked = once(silent, 'request')
      const { code, err } = await start(await argsOf(name, tried), {
        env: { ...connected(), SIGNALBOX_URL: url },
        input: tried.input?.(scene),
        meanwhile: async (child) => {
          await asked
          child.kill('SIGINT')
        },
      })
      silent.closeAllConnections()
      silent.close()
      expect(err).to.not.match(stackTrace)
      expect(code).to.equal(130)
    })
  }

  it('creates a key in the data directory, which works immediately and which a login stores for its address only', async () => {
    const directory = ['--data-dir', scene.signalbox.dataDirectory]
    const made = await start(['keys', 'create', 'rescue', ...directory], { env: { HOME: home } })
    expect(made.code, made.err).to.equal(0)
    const { SIGNALBOX_URL: url } = connected()
    const login = await start(['login', '--url', url], { env: { HOME: home }, input: made.out })
    expect(login.code, login.err).to.equal(0)
    expect((await start(['projects', 'list'], { env: { HOME: home } })).out).to.contain('default')
    const elsewhere = await start(['projects', 'list', '--url', 'http://127.0.0.1:9'], { env: { HOME: home } })
    expect(elsewhere).to.include({ code: 2 }).and.to.have.property('err').that.contains('no API key')
    await start(['login', '--forget'], { env: { HOME: home } })
    expect((await start(['projects', 'list'], { env: { HOME: home } })).code).to.equal(2)
    const nowhere = await start(['keys', 'create', 'x', '--data-dir', scene.folder], { env: {} })
    expect(nowhere)
      .to.include({ code: 1 })
      .and.to.have.property('err')
      .that.contains('does not contain a control plane')
  })

  it('checks the whole path with doctor and leaves no issue behind', async () => {
    const listIssues = async () =>
      (await scene.signalbox.get<{ issues: { id: string }[] }>('/api/v1/issues/?limit=1000')).issues.map(({ id }) => id)
    const before = await listIssues()
    const { code, out, err } = await start(['doctor', '--wait', '60'], { env: connected() })
    expect(code, err).to.equal(0)
    expect(out).to.contain('canary: a log entry sent to default appeared')
    expect(await listIssues()).to.deep.equal(before)
  })

  it('follows logs, one entry per line, until Ctrl-C', async () => {
    let followed = ''
    const { code } = await start(['logs', '--follow', '--json'], {
      env: connected(),
      meanwhile: async (child) => {
        child.stdout?.on('data', (chunk: Buffer) => (followed += chunk.toString()))
        const sending = setInterval(() => void sendLog(scene).catch(() => undefined), 500)
        await once(child.stdout ?? expect.fail('it has no output'), 'data')
        clearInterval(sending)
        child.kill('SIGINT')
      },
    })
    expect(code).to.equal(130)
    expect(JSON.parse(followed.split('\n')[0] ?? '')).to.include({ body: 'followed', level: 'info' })
  })
})

async function sendLog({ signalbox }: Scene): Promise<void> {
  const { projects } = await signalbox.get<{ projects: { dsn: string }[] }>('/api/v1/telemetry/projects/')
  const key = new URL(projects[0]?.dsn ?? '').username
  const item = { timestamp: Date.now() / 1_000, level: 'info', body: 'followed', trace_id: 'a'.repeat(32) }
  const header = { type: 'log', item_count: 1, content_type: 'application/vnd.sentry.items.log+json' }
  const lines = [{}, header, { items: [item] }].map((line) => JSON.stringify(line))
  await fetch(`${signalbox.url}/api/1/envelope/?sentry_key=${key}`, { method: 'POST', body: lines.join('\n') })
}
