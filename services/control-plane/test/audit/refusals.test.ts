import { limits, type AuditEntry } from '@signalbox/contracts'
import { silentLog } from '@signalbox/service-kit'
import { expect } from 'chai'
import { eventually } from '../../../../test/support/eventually.js'
import { testPassword } from '../../../../test/support/test-browser.js'
import { createRefusals } from '../../src/audit/refusals.js'
import { openStore } from '../../src/control-plane-store.js'
import { foreignKey, serveControlPlane, type ServedControlPlane } from '../support/served-control-plane.js'

const { refusalsPerMinute } = limits.auditLog
const minuteMs = 60_000

describe('recorded rejections', () => {
  let served: ServedControlPlane

  before(async () => {
    served = await serveControlPlane()
    await served.browser().accept(served.ownerInvitation, 'owner@example.com')
  })
  after(() => served.close())
  beforeEach(() => {
    served.time.now += minuteMs
  })

  const refusedOf = async (action: string, key?: string) => {
    const start = new Date(served.time.now - minuteMs).toISOString()
    const entries = await served.readAudit(`action=${action}&start=${start}`, key)
    return entries.filter(({ outcome }) => outcome === 'refused')
  }
  const counts = (entries: readonly AuditEntry[]) => entries.map(({ count }) => count)

  it('are one entry a minute with address and count, separately for wrong passwords and codes', async () => {
    const tryPassword = (email: string, password: string) =>
      served.browser().send('POST', '/api/v1/auth/sign-in/', { email, password })
    for (let count = 0; count < 3; count += 1) await tryPassword('owner@example.com', 'wrong password')
    await tryPassword('nobody@example.com', testPassword)
    const [entry] = await eventually(async () => {
      const entries = await refusedOf('signIn')
      expect(counts(entries)).to.deep.equal([3])
      return entries
    })
    expect(entry).to.include({ address: '127.0.0.1', code: 'invalid-credentials' })
    expect(entry?.actor.name).to.equal('owner@example.com')
    served.time.now += minuteMs
    await tryPassword('owner@example.com', 'wrong password')
    await eventually(async () => {
      expect(counts(await refusedOf('signIn'))).to.deep.equal([1, 3])
    })
    expect(await refusedOf('signIn', foreignKey)).to.deep.equal([])
  })

  it('include uses of revoked keys in their organization; unknown keys belong to none', async () => {
    const keysPath = '/api/v1/organization/api-keys/'
    const { id, key } = (await served.call('POST', keysPath, { name: 'leaked' })).body as { id: string; key: string }
    expect((await served.call('DELETE', `${keysPath}${id}/`)).status).to.equal(200)
    for (const secret of [key, 'key-that-nobody-made', key]) {
      expect((await served.call('GET', keysPath, undefined, secret)).status).to.equal(401)
    }
    const [entry] = await eventually(async () => {
      const entries = await refusedOf('useApiKey')
      expect(counts(entries)).to.deep.equal([2])
      return entries
    })
    expect(entry?.actor).to.deep.equal({ kind: 'api_key', id, name: 'leaked' })
    expect(await refusedOf('useApiKey', foreignKey)).to.deep.equal([])
  })

  it('do not fill the table, however many addresses an attack uses: the rest is only counted', async () => {
    const store = openStore(served.directory)
    const refusals = createRefusals({ store, clock: () => served.time.now, log: silentLog })
    const { organizationId } = served
    const actor = { kind: 'member' as const, id: 'attacked', name: 'attacked@example.com' }
    for (let count = 0; count < 1_000; count += 1) {
      const address = `192.0.2.${count % 250}`
      refusals.note({ by: { organizationId, actor }, action: 'signIn', code: 'invalid-code', requestId: 'r', address })
    }
    refusals.close()
    store.close()
    const entries = await refusedOf('signIn')
    expect(entries).to.have.length(refusalsPerMinute + 1)
    expect(counts(entries).reduce((sum, count) => sum + count)).to.equal(1_000)
    expect(entries.filter(({ address }) => address === '')).to.have.length(1)
  })
})
