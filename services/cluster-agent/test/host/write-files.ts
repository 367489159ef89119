import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A new folder with files, by their relative paths. */
export async function writeFiles(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'signalbox-kernel-'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return root
}

/** A machine with two processors, 16 GB and one uplink. */
export const procFiles = {
  'proc/stat':
    'cpu  100 0 50 1000 20 5 5 0 0 0\ncpu0 50 0 25 500 10 3 2 0 0 0\ncpu1 50 0 25 500 10 2 3 0 0 0\nintr 1\n',
  'proc/meminfo': 'MemTotal:       16000000 kB\nMemFree:         1000000 kB\nMemAvailable:   12000000 kB\n',
  'proc/loadavg': '0.42 0.30 0.20 1/200 12345\n',
  'proc/net/dev':
    'Inter-|   Receive  | Transmit\n face |bytes packets errs drop|bytes\n' +
    '    lo: 999 1 0 0 0 0 0 0 999 1 0 0 0 0 0 0\n' +
    '  eth0: 5000 1 2 0 0 0 0 0 7000 1 3 0 0 0 0 0\n' +
    'docker0: 800 1 0 0 0 0 0 0 900 1 0 0 0 0 0 0\n',
  'proc/net/route':
    'Iface\tDestination\tGateway\tFlags\neth0\t00000000\t0100000A\t0003\ndocker0\t000011AC\t00000000\t0001\n',
}
