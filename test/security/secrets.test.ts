import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readBackupHeader } from '@signalbox/contracts'
import { DatabaseUnusable, restoreBackup, rotateSecretKey, SecretKeyFault, writeBackup } from '@signalbox/control-plane'
import { Database } from '@signalbox/sqlite'
import { expect } from 'chai'
import { openStore } from '../../services/control-plane/src/control-plane-store.js'
import { TestControlPlane } from '../../services/control-plane/test/support/test-control-plane.js'
import { startSignalbox } from '../support/signalbox-process.js'

const secrets = {
  webhook: 'T0000/B0000/webhook-path-that-nobody-may-read',
  token: 'xoxb-token-that-nobody-may-read',
  signing: 'signing-key-that-nobody-may-read',
  former: 'xoxb-token-that-was-in-the-clear',
}

function pathsBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) => join(directory, name))
}

function filesBelow(directory: string): string[] {
  return pathsBelow(directory).filter((file) => lstatSync(file).isFile())
}

/** @returns the files that contain each secret. */
function findSecrets(directory: string): string[] {
  return filesBelow(directory).flatMap((file) => {
    const bytes = readFileSync(file)
    return Object.values(secrets).flatMap((secret) => (bytes.includes(secret) ? [`${secret} in ${file}`] : []))
  })
}

describe("an attacker with the control plane's files", () => {
  let test: TestControlPlane
  let elsewhere: string
  beforeEach(async () => {
    test = new TestControlPlane()
    elsewhere = mkdtempSync(join(tmpdir(), 'signalbox-secrets-'))
    const { id } = await test.createProject()
    const path = `/api/v1/telemetry/projects/${id}/notification-channels/`
    for (const settings of [
      { kind: 'slack', webhook_url: `https://hooks.slack.com/services/${secrets.webhook}` },
      { kind: 'slack', channel: '#shop', bot_token: secrets.token },
      { kind: 'webhook', url: 'https://example.com/', secret: secrets.signing },
    ]) {
      expect((await test.post(path, settings)).status).to.equal(201)
    }
  })
  afterEach(() => {
    test.close()
    rmSync(elsewhere, { recursive: true, force: true })
  })

  const edit = (work: (database: Database) => void) => {
    const database = new Database(join(test.directory, 'control-plane.db'))
    work(database)
    database.close()
  }
  const readAll = () => {
    const store = openStore(test.directory)
    const projectIds = store.projects.list(test.organizationId).map(({ id }) => id)
    const channels = projectIds.flatMap((id) => store.notificationChannels.list(id))
    store.close()
    return channels.map(({ settings }) => settings).join('\n')
  }

  it('finds no secrets in them, in the journal or in a backup', async () => {
    expect(findSecrets(test.directory)).to.deep.equal([])
    const file = join(elsewhere, 'a.backup')
    await writeBackup({ dataDirectory: test.directory, target: file, now: test.now })
    const found = readBackupHeader(readFileSync(file))
    if (typeof found === 'string') throw new Error(found)
    const database = gunzipSync(readFileSync(file).subarray(found.databaseOffset))
    expect(Object.values(secrets).filter((secret) => database.includes(secret))).to.deep.equal([])
    const key = readFileSync(join(test.directory, 'secret.key'), 'utf8').trim().split(' ')[1] ?? ''
    expect(database.includes(Buffer.from(key, 'base64')) || database.includes(key)).to.equal(false)
  })

  it('finds no secrets that an earlier version stored as plain text, even in overwritten pages', () => {
    test.controlPlane.close()
    edit((database) => {
      const change = database.prepare('UPDATE notification_channels SET settings = ?')
      change.run(JSON.stringify({ channel: '#a', bot_token: secrets.former, padding: 'x'.repeat(9_000) }))
      change.run(JSON.stringify({ channel: '#a', bot_token: secrets.former }))
    })
    expect(findSecrets(test.directory)).not.to.deep.equal([])
    expect(readAll()).to.contain(secrets.former)
    expect(findSecrets(test.directory)).to.deep.equal([])
  })

  it('cannot swap the secrets of two channels, or change one', () => {
    test.controlPlane.close()
    edit((database) => {
      database.exec(`UPDATE notification_channels SET settings = (SELECT max(settings) FROM notification_channels)`)
    })
    expect(readAll).to.throw(SecretKeyFault, 'was modified or moved')
  })

  it('needs the key too: without it the start fails and creates no new key', async () => {
    const file = join(elsewhere, 'a.backup')
    await writeBackup({ dataDirectory: test.directory, target: file, now: test.now })
    await restoreBackup({ dataDirectory: elsewhere, file, now: test.now })
    expect(() => openStore(elsewhere)).to.throw(SecretKeyFault, 'restore the file')
    expect(existsSync(join(elsewhere, 'secret.key'))).to.equal(false)
    openStore(elsewhere, { secretKeyFile: join(test.directory, 'secret.key') }).close()
    const given = { dataDirectory: elsewhere, forgetFormer: false, giveUpLost: true }
    expect(rotateSecretKey(given)).to.include({ secretsDeleted: 3, sealed: 0 })
    openStore(elsewhere).close()
  })

  it('finds the keys unchanged after a rejected rotation, and no database if there was none', () => {
    test.controlPlane.close()
    const keyFile = join(elsewhere, 'other.key')
    openStore(join(elsewhere, 'empty'), { secretKeyFile: keyFile }).close()
    const before = readFileSync(keyFile, 'utf8')
    const rotation = { dataDirectory: test.directory, keyFile, forgetFormer: false, giveUpLost: false }
    expect(() => rotateSecretKey(rotation)).to.throw(SecretKeyFault, 'restore the file')
    expect(readFileSync(keyFile, 'utf8')).to.equal(before)
    const nothing = join(elsewhere, 'nothing')
    expect(() => rotateSecretKey({ ...rotation, dataDirectory: nothing })).to.throw(DatabaseUnusable, 'does not exist')
    expect(existsSync(nothing)).to.equal(false)
  })

  it('cannot use the previous key after a rotation, while the installation keeps reading', () => {
    test.controlPlane.close()
    const keyFile = join(test.directory, 'secret.key')
    const before = readAll()
    const [former = ''] = readFileSync(keyFile, 'utf8').split(' ')
    expect(rotateSecretKey({ dataDirectory: test.directory, forgetFormer: true, giveUpLost: false }).sealed).to.equal(3)
    expect(readFileSync(keyFile, 'utf8')).not.to.contain(former)
    expect(statSync(keyFile).mode & 0o777).to.equal(0o600)
    expect(readAll()).to.equal(before)
    edit((database) => {
      const sealed = database.prepare<[], string>('SELECT settings FROM notification_channels').pluck().all()
      expect(sealed.filter((text) => text.includes(former))).to.deep.equal([])
    })
  })
})

describe('another user on the machine', () => {
  it('cannot open anything in the data directory, even files that were readable before', async () => {
    const dataDirectory = mkdtempSync(join(tmpdir(), 'signalbox-private-'))
    const first = await startSignalbox({ dataDirectory })
    const project = await first.createProject('shop')
    await fetch(`${first.url}/api/${project.number}/envelope/?sentry_key=${project.publicKey}`, {
      method: 'POST',
      body: `{"event_id":"${randomBytes(16).toString('hex')}"}\n{"type":"event"}\n{"message":"private"}`,
    })
    await first.stop()
    chmodSync(dataDirectory, 0o755)
    for (const path of pathsBelow(dataDirectory)) {
      const found = lstatSync(path)
      if (found.isDirectory()) chmodSync(path, 0o755)
      else if (found.isFile()) chmodSync(path, 0o644)
    }
    const analytics = pathsBelow(join(dataDirectory, 'analytics')).filter((path) => path.endsWith('.bin'))
    expect(analytics, 'stored columns').not.to.be.empty
    const again = await startSignalbox({ dataDirectory })
    const all = [dataDirectory, ...pathsBelow(dataDirectory)]
    const open = all.filter((path) => {
      const found = lstatSync(path, { throwIfNoEntry: false })
      return found?.isSymbolicLink() === false && (found.mode & 0o077) !== 0
    })
    expect(
      all.some((path) => path.endsWith('-wal')),
      'journals',
    ).to.equal(true)
    await again.dispose()
    rmSync(dataDirectory, { recursive: true, force: true })
    expect(open).to.deep.equal([])
  })
})
