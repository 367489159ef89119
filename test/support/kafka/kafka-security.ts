import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A certificate authority with certificates for a broker and a client, and a SASL user. All files are PEM. */
export interface KafkaSecurity {
  caFile: string
  /** Key and certificate of the broker in one file. */
  keyStore: string
  clientCertFile: string
  clientKeyFile: string
  username: string
  password: string
}

/** Creates it with openssl in an empty directory. */
export async function createKafkaSecurity(directory: string): Promise<KafkaSecurity> {
  const fileOf = (name: string) => join(directory, name)
  const self = ['-subj', '/CN=signalbox-tests', '-keyout', fileOf('ca.key'), '-out', fileOf('ca.pem')]
  await openssl(['req', '-x509', '-newkey', 'rsa:2048', '-noenc', '-days', '2', ...self])
  await Promise.all(['broker', 'client'].map((name) => sign(directory, name)))
  const keyStore = fileOf('broker-store.pem')
  const parts = await Promise.all([fileOf('broker.key'), fileOf('broker.pem')].map((file) => readFile(file, 'utf8')))
  await writeFile(keyStore, parts.join(''))
  return {
    caFile: fileOf('ca.pem'),
    keyStore,
    clientCertFile: fileOf('client.pem'),
    clientKeyFile: fileOf('client.key'),
    username: 'signalbox',
    password: 'only-for-tests',
  }
}

async function sign(directory: string, name: string): Promise<void> {
  const fileOf = (ending: string) => join(directory, `${name}.${ending}`)
  await openssl([
    'req',
    '-newkey',
    'rsa:2048',
    '-noenc',
    '-subj',
    `/CN=${name}`,
    '-keyout',
    fileOf('key'),
    '-out',
    fileOf('csr'),
  ])
  await writeFile(fileOf('ext'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n')
  const authority = ['-CA', join(directory, 'ca.pem'), '-CAkey', join(directory, 'ca.key'), '-CAcreateserial']
  const serial = ['-CAserial', fileOf('srl')]
  await openssl([
    'x509',
    '-req',
    '-days',
    '2',
    '-in',
    fileOf('csr'),
    ...authority,
    ...serial,
    '-extfile',
    fileOf('ext'),
    '-out',
    fileOf('pem'),
  ])
}

async function openssl(args: readonly string[]): Promise<void> {
  await run('openssl', [...args], { timeout: 60_000 })
}
