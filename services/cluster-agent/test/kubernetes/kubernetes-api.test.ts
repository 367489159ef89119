import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import {
  startKubernetesStandIn,
  type KubernetesStandIn,
} from '../../../../test/support/kubernetes/kubernetes-stand-in.js'
import { openStandInApi } from './open-stand-in-api.js'

const run = promisify(execFile)

describe('createKubernetesApi', () => {
  let directory: string
  let standIn: KubernetesStandIn
  let cert: string

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'signalbox-tls-'))
    const [keyFile, certFile] = [join(directory, 'key.pem'), join(directory, 'cert.pem')]
    const request = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
    ]
    const names = ['-subj', '/CN=kubernetes', '-addext', 'subjectAltName=IP:127.0.0.1']
    await run('openssl', [...request, ...names, '-keyout', keyFile, '-out', certFile])
    cert = await readFile(certFile, 'utf8')
    standIn = await startKubernetesStandIn({}, { cert, key: await readFile(keyFile, 'utf8') })
  })
  after(async () => {
    await standIn.close()
    await rm(directory, { recursive: true })
  })

  it("trusts certificates of the cluster's authority", async () => {
    const api = openStandInApi(standIn, { ca: cert })
    expect(await api.readSummary()).to.have.property('node')
    expect(await api.read('/api/v1/nodes/node-a')).to.have.property('status')
  })

  it('trusts nothing else, unless configured for the kubelet, and never for the API server', async () => {
    const strict = await openStandInApi(standIn).readSummary().catch(String)
    expect(strict).to.match(/stats\/summary failed: .*certificate/)
    const lax = openStandInApi(standIn, { insecureKubelet: true })
    expect(await lax.readSummary()).to.have.property('node')
    expect(await lax.read('/api/v1/nodes/node-a').catch(String)).to.match(/failed: .*certificate/)
  })

  it('names the rejected request', async () => {
    const api = openStandInApi(standIn, { ca: cert, readToken: () => Promise.resolve('expired') })
    expect(await api.readSummary().catch(String)).to.include('/stats/summary returned 401')
  })
})
