import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { eventually } from '../../support/eventually.js'
import { findFreePorts } from '../../support/free-ports.js'
import { readBlocks } from '../documents/code-blocks.js'
import { tellingOutbound } from './telling-outbound.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** All programs on the machine: no compilers and no headers. */
const programs = ['bash', 'env', 'find', 'flock', 'make', 'node', 'npm', 'npx', 'sh', 'touch']

async function readUnitCommand(): Promise<string> {
  const unit = await readFile(join(root, 'deploy/systemd/signalbox.service'), 'utf8')
  const [, command = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? []
  return command.replace('/usr/bin/node', 'node').replace('/opt/signalbox/', root)
}

/** The first start's output as the README shows it: each line must begin the same way. */
function readBanner(): RegExp {
  const [banner] = readBlocks('README.md').filter(({ language }) => language === '')
  const lines = (banner?.text ?? '').trimEnd().split('\n')
  return new RegExp(lines.map((line) => `^${line.split(/(?<=\S) {2,}/)[0] ?? ''}\\b.*\\n`).join(''), 'm')
}

const startPaths: Readonly<Record<string, () => Promise<string> | string>> = {
  'make run': () => 'make run',
  'npm start': () => 'npm start',
  'npx signalbox start': () => 'npx --no-install signalbox start',
  'the unit of systemd': readUnitCommand,
}

/** Header directories that a compiler would read. */
const headers = ['/usr/include', join(dirname(dirname(process.execPath)), 'include')].filter((path) => existsSync(path))
const namespaces = ['--user', '--map-root-user', '--net', '--mount']

/**
 * Runs a command without headers and with loopback networking only, in separate namespaces. If the kernel does not let
 * users create any, only Node's own report of outbound connections remains.
 */
function isolate(command: string, folder: string): readonly [program: string, ...args: string[]] {
  const empty = join(folder, 'empty')
  const setUp = ['ip link set lo up', ...headers.map((path) => `mount --bind '${empty}' '${path}'`)].join(' && ')
  const inNamespaces = [...namespaces, 'sh', '-c']
  const isAllowed = spawnSync('unshare', [...inNamespaces, setUp]).status === 0
  if (!isAllowed) return ['bash', '-c', `PATH='${folder}'; ${command}`]
  return ['unshare', ...inNamespaces, `${setUp} && PATH=$1 exec bash -c "$2"`, 'sh', folder, command]
}

describe('a built checkout on a machine without a compiler or network', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'signalbox-start-'))
    await mkdir(join(folder, 'empty'))
    for (const program of programs) {
      const path = execFileSync('sh', ['-c', `command -v ${program} || true`], { encoding: 'utf8' }).trim()
      if (path !== '') await symlink(path, join(folder, program))
    }
  })
  after(() => rm(folder, { recursive: true, force: true }))

  for (const [name, commandOf] of Object.entries(startPaths)) {
    it(`is started by ${name}, and stopped by Ctrl-C`, async () => {
      const [port = 0, adminPort = 0] = await findFreePorts(2)
      const env = {
        PATH: process.env['PATH'],
        HOME: folder,
        NODE_OPTIONS: tellingOutbound,
        SIGNALBOX_PORT: String(port),
        SIGNALBOX_ADMIN_PORT: String(adminPort),
        SIGNALBOX_DATA_DIR: join(folder, name.replaceAll(' ', '-')),
      }
      // In its own process group, which Ctrl-C in a terminal signals as a whole.
      const [program, ...args] = isolate(await commandOf(), folder)
      const child = spawn(program, args, {
        cwd: root,
        env,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const ended = once(child, 'close')
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
      try {
        await eventually(
          () => {
            if (child.exitCode !== null) throw new Error(output)
            expect(output).to.match(readBanner())
          },
          { withinMs: 50_000 },
        )
      } finally {
        process.kill(-(child.pid ?? expect.fail('it did not start')), 'SIGINT')
        await ended
      }
      expect(output).to.include('"msg":"stopping"').and.not.to.include('second signal')
      expect(output).not.to.include('outbound')
    })
  }
})
