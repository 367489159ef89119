import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import type { ErrorEvent } from '@signalbox/contracts'
import { openBrowser } from '../e2e/web/support/open-browser.js'
import { findFreePorts } from '../support/free-ports.js'
import { eventually } from '../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { readDsnTarget, type DsnTarget } from '../support/post-envelope.js'
import { startRecordingProxy, type RecordingProxy } from '../support/recording-proxy.js'

const run = promisify(execFile)
const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url))
const script = fileURLToPath(new URL('./builds/build-app.mjs', import.meta.url))

const appOf = (sdk: string, setting: string) => `import * as Sentry from '${sdk}'
Sentry.init({ dsn: ${setting} })
function priceOf(order) {
  return order.price.amount
}
export function checkout(orders) {
  return orders.map((order) => priceOf(order)).length
}
setTimeout(() => checkout([{}]), 1)
`

/** Two generations of clients: version 10 runs sentry-cli 2, version 11 the rewritten client. */
const onNode = ['esbuild', 'rollup', 'webpack']

describe('unchanged Sentry bundler plugins, configured with address, organization, project and token', function () {
  this.timeout(180_000)
  let signalbox: InProcessSignalbox
  let proxy: RecordingProxy
  let publicUrl: string
  let second: DsnTarget
  let folder: string

  before(async () => {
    const [port = 0] = await findFreePorts(1)
    publicUrl = `http://127.0.0.1:${port}`
    signalbox = await startInProcess({ publicUrl })
    proxy = await startRecordingProxy(port, signalbox.url)
    folder = await mkdtemp(join(tmpdir(), 'bundler-plugins-'))
    const made = await signalbox.call('POST', '/api/v1/telemetry/projects/', { name: 'Back office' })
    second = readDsnTarget((made.body as { dsn: string }).dsn)
  })
  afterEach(() => {
    proxy.exchanges.length = 0
  })
  after(async () => {
    await proxy.close()
    await signalbox.close()
    await rm(folder, { recursive: true, force: true })
  })

  const writeApp = async (name: string, app: string): Promise<string> => {
    const directory = join(folder, name)
    await mkdir(directory)
    await writeFile(join(directory, 'app.js'), app)
    return directory
  }

  const build = async (bundler: string, directory: string): Promise<string> => {
    const env = {
      PATH: process.env['PATH'],
      HOME: folder,
      NODE_ENV: 'production',
      SENTRY_TELEMETRY: '0',
      APP_URL: publicUrl,
      APP_ORG: 'default',
      APP_PROJECT: `${signalbox.project.number},back-office`,
      APP_TOKEN: signalbox.apiKey,
    }
    const { stdout, stderr } = await run(process.execPath, [script, bundler], { cwd: directory, env, timeout: 120_000 })
    return stdout + stderr
  }

  /** Ends with the uncaught error. */
  const crash = async (directory: string, { number, publicKey }: DsnTarget) => {
    const env = {
      ...process.env,
      DSN: `${publicUrl.replace('//', `//${publicKey}@`)}/${number}`,
      NODE_PATH: modules,
      SENTRY_ENVIRONMENT: directory.slice(folder.length + 1),
    }
    await run(process.execPath, ['out/bundle.cjs'], { cwd: directory, env, timeout: 60_000 }).catch(() => undefined)
  }

  const findError = async (project: DsnTarget, environment: string): Promise<ErrorEvent> => {
    return eventually(async () => {
      const path = `/api/v1/telemetry/query/errors/?since=1h&environment=${environment}&project_id=${project.number}`
      const [event] = ((await signalbox.call('GET', path)).body as { events: ErrorEvent[] }).events
      if (event === undefined) throw new Error('the error is not there yet')
      return event
    })
  }

  const expectNoDetours = () => {
    const faults = proxy.exchanges.filter(({ status, redirect }) => status >= 300 || redirect !== undefined)
    expect(faults).to.deep.equal([])
  }
  const chunksSent = () =>
    proxy.exchanges.filter(({ method, path }) => method === 'POST' && path.endsWith('/chunk-upload/'))

  for (const bundler of onNode) {
    it(`${bundler}: errors of two projects show the original code`, async () => {
      const directory = await writeApp(bundler, appOf('@sentry/node', 'process.env.DSN'))
      await build(bundler, directory)
      expectNoDetours()
      expect(chunksSent()).to.not.be.empty
      for (const project of [signalbox.project, second]) {
        await crash(directory, project)
        expect((await findError(project, bundler)).stack_trace).to.match(/at priceOf \(.*app\.js:4:\d+\)/)
      }
    })

    // The esbuild plugin generates new debug ids in every build.
    if (bundler === 'esbuild') continue
    it(`${bundler}: the same build again uploads nothing that exists`, async () => {
      await build(bundler, join(folder, bundler))
      expectNoDetours()
      expect(proxy.exchanges.some(({ path }) => path.endsWith('/artifactbundle/assemble/'))).to.equal(true)
      expect(chunksSent()).to.deep.equal([])
    })
  }

  it('vite: errors of a page in Chromium show the original code', async function () {
    const browser = await openBrowser()
    if (browser === undefined) return this.skip()
    const { number, publicKey } = signalbox.project
    const dsn = `${publicUrl.replace('//', `//${publicKey}@`)}/${number}`
    const options = `${JSON.stringify(dsn)}, environment: 'vite'`
    const directory = await writeApp('vite', appOf(`${modules}@sentry/browser`, options))
    await writeFile(join(directory, 'index.html'), '<!doctype html><script type="module" src="./app.js"></script>')
    await build('vite', directory)
    expectNoDetours()
    const page = await servePage(join(directory, 'out'))
    try {
      await (await browser.newPage()).goto(page.url)
      expect((await findError(signalbox.project, 'vite')).stack_trace).to.match(/at priceOf \(.*app\.js:4:\d+\)/)
    } finally {
      page.close()
      await browser.close()
    }
  })
})

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }

async function servePage(directory: string): Promise<{ url: string; close(): void }> {
  const server = createServer((req, res) => {
    const path = req.url === '/' ? '/index.html' : (req.url ?? '')
    readFile(join(directory, path)).then(
      (bytes) => res.setHeader('content-type', types[extname(path)] ?? 'text/plain').end(bytes),
      () => res.writeHead(404).end(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}
