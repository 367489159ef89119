import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { expect } from 'chai'
import type { Change, Deployment, ErrorEvent } from '@signalbox/contracts'
import { eventually } from '../support/eventually.js'
import { findFreePorts } from '../support/free-ports.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { sentryTools } from '../support/sentry-tools.js'

const run = promisify(execFile)
const { sentry: newClient, ...clients } = sentryTools

const source = `import * as Sentry from '@sentry/node'
Sentry.init({ dsn: process.env.DSN, release: process.env.RELEASE || undefined })
interface Order { price?: { amount: number } }
function priceOf(order: Order): number {
  return order.price!.amount
}
export function checkout(orders: Order[]): number {
  return orders.map((order) => priceOf(order)).length
}
setTimeout(() => checkout([{}]), 1)
`

describe('unchanged Sentry clients', () => {
  let signalbox: InProcessSignalbox
  let token: string
  let folder: string
  before(async () => {
    const [port = 0] = await findFreePorts(1)
    signalbox = await startInProcess({ port })
    folder = await mkdtemp(join(tmpdir(), 'sentry-clients-'))
    const body = { name: 'ci', format: 'sentry' }
    const made = (await signalbox.call('POST', '/api/v1/organization/api-keys/', body)).body as { key: string }
    token = made.key
  })
  after(async () => {
    await signalbox.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** The token contains the address and the organization: neither is passed. */
  const createClient =
    (client: string) =>
    async (...args: string[]) => {
      const project = String(signalbox.project.number)
      const env = { PATH: process.env['PATH'], HOME: folder, SENTRY_AUTH_TOKEN: token, SENTRY_PROJECT: project }
      return run(client, args, { cwd: folder, env, timeout: 60_000 })
    }

  const bundle = async (name: string) => {
    const path = join(folder, name)
    await writeFile(`${path}.ts`, source)
    await build({
      entryPoints: [`${path}.ts`],
      outfile: join(folder, name, 'app.cjs'),
      bundle: true,
      minify: true,
      platform: 'node',
      sourcemap: true,
      external: ['@sentry/node'],
    })
    return join(folder, name)
  }

  /** Ends with the uncaught error. */
  const crash = async (directory: string, release: string) => {
    const { number, publicKey } = signalbox.project
    const dsn = `${signalbox.url.replace('//', `//${publicKey}@`)}/${number}`
    const env = {
      ...process.env,
      DSN: dsn,
      RELEASE: release,
      NODE_PATH: fileURLToPath(new URL('../../node_modules/', import.meta.url)),
    }
    await run(process.execPath, [join(directory, 'app.cjs')], { env, timeout: 60_000 }).catch(() => undefined)
  }

  const readError = async (release: string): Promise<ErrorEvent | undefined> => {
    const answer = await signalbox.call('GET', '/api/v1/telemetry/query/errors/?since=1h')
    const { events } = answer.body as { events: ErrorEvent[] }
    return events.find((event) => event.release === release)
  }

  for (const [name, client] of Object.entries(clients)) {
    const release = `shop@${name.at(-1)}.0.0`
    const cli = createClient(client)

    it(`${name} uploads a build, and its errors show the original code`, async () => {
      const directory = await bundle(name.replace(' ', '-'))
      await cli('sourcemaps', 'inject', directory)
      await cli('sourcemaps', 'upload', '--wait', '--release', release, directory)
      await crash(directory, release)
      await eventually(async () => {
        const event = await readError(release)
        expect(event?.stack_trace).to.match(/at priceOf \(.*sentry-cli-\d\.ts:5:\d+\)/)
      })
    })

    it(`${name} uploads nothing that exists`, async () => {
      const { stdout, stderr } = await cli(
        'sourcemaps',
        'upload',
        '--release',
        release,
        join(folder, name.replace(' ', '-')),
      )
      expect(stdout + stderr).to.include('Nothing to upload')
    })

    it(`${name} creates and finalizes releases, and announces deploys as deployments`, async () => {
      await cli('releases', 'new', release)
      await cli('releases', 'finalize', release)
      expect((await cli('releases', 'list')).stdout).to.include(release)
      if (name === 'sentry-cli 2') await cli('releases', 'deploys', release, 'new', '-e', 'staging')
      else await cli('deploys', 'new', '--release', release, '-e', 'staging')
      const answer = await signalbox.call('GET', '/api/v1/deployments/?since=1h')
      const { deployments } = answer.body as { deployments: Deployment[] }
      expect(deployments.map(({ version, environment }) => [version, environment])).to.deep.include([
        release,
        'staging',
      ])
    })

    it(`${name} announces commits as changes`, async () => {
      const work = join(folder, 'repository')
      const git = (...args: string[]) => run('git', ['-C', work, ...args])
      await run('git', ['init', '-q', work])
      await writeFile(join(work, 'checkout.ts'), `// ${release}`)
      await git('add', '.')
      await git('-c', 'user.name=A', '-c', 'user.email=a@example.test', 'commit', '-qm', `Write ${release}`)
      const env = { PATH: process.env['PATH'], HOME: folder, SENTRY_AUTH_TOKEN: token, SENTRY_PROJECT: '1' }
      await run(client, ['releases', 'set-commits', release, '--local'], { cwd: work, env, timeout: 60_000 })
      const { body } = await signalbox.call('GET', '/api/v1/changes/?since=1h')
      const commit = (body as { changes: Change[] }).changes.find(({ title }) => title === `Write ${release}`)
      expect(commit).to.deep.include({ kind: 'commit', files: ['checkout.ts'] })
    })
  }

  it('sentry uploads a build, and its errors show the original code; it creates releases and deploys', async () => {
    const release = 'shop@4.0.0'
    const cli = createClient(newClient)
    const directory = await bundle('sentry')
    await cli('sourcemap', 'inject', directory)
    await cli('sourcemap', 'upload', '--release', release, directory)
    await crash(directory, release)
    await eventually(async () => {
      expect((await readError(release))?.stack_trace).to.match(/at priceOf \(.*sentry\.ts:5:\d+\)/)
    })
    await cli('release', 'create', release)
    await cli('release', 'finalize', release)
    await cli('release', 'deploy', release, 'production')
    expect((await cli('release', 'list')).stdout).to.include(release)
    expect((await cli('release', 'deploys', release)).stdout).to.include('production')
  })

  it('explain in one sentence what is not supported', async () => {
    const { status, headers, body } = await signalbox.call('GET', '/api/0/organizations/any/alert-rules/')
    expect([status, headers.get('content-type')]).to.deep.equal([404, 'application/json; charset=utf-8'])
    expect(body).to.include({ detail: "This part of Sentry's API is not supported" })
  })
})
