import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eventually } from '../support/eventually.js'

/**
 * Runs nginx with the servers of a file in `deploy/nginx`, in its own directory, until closed.
 * @param port A port it listens on.
 * @throws Error with nginx's message if it rejects the file.
 */
export async function startNginx(servers: string, port: number): Promise<{ close: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'signalbox-nginx-'))
  const file = join(directory, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const paths = temporary.map((name) => `${name}_temp_path ${join(directory, name)};`).join('\n')
  // Only root can set the user, and has to, because the directory is private.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  await writeFile(
    file,
    `${user}\nworker_processes 1;\npid ${join(directory, 'nginx.pid')};\nevents {}\nhttp {\naccess_log off;\n${paths}\n${servers}\n}\n`,
  )
  const args = ['-e', 'stderr', '-p', directory, '-c', file]
  await promisify(execFile)('nginx', ['-t', ...args])
  const nginx = spawn('nginx', [...args, '-g', 'daemon off;'], { stdio: 'ignore' })
  const exit = once(nginx, 'exit')
  await eventually(async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect').finally(() => socket.destroy())
  })
  return {
    close: async () => {
      nginx.kill('SIGTERM')
      await exit
      await rm(directory, { recursive: true, force: true })
    },
  }
}
