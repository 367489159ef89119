import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  apiScopes,
  limits,
  readBackupHeader,
  roles,
  roleScopes,
  writeBackupHeader,
  type BackupHeader,
} from '@signalbox/contracts'
import { Database as Sqlite } from '@signalbox/sqlite'
import { expect } from 'chai'
import { BackupUnusable, DatabaseInUse, openControlPlane, restoreBackup, writeBackup } from '../../src/index.js'
import { announceDeployment } from '../../src/deployments/announce-deployment.js'
import { openStore, type ControlPlaneStore } from '../../src/control-plane-store.js'
import { TestControlPlane } from '../support/test-control-plane.js'
import { bundleProgram } from '../../../../test/support/bundle-program.js'

const now = Date.UTC(2026, 5, 1)

/**
 * A database's deployments, and what is stored in the same transaction with each. Opened for writing, as always: a
 * killed process may have left a journal to roll back.
 */
function countDeployments(directory: string): number[] {
  const database = new Sqlite(join(directory, 'control-plane.db'), { fileMustExist: true })
  const counts = ['deployments', 'deployment_statuses', 'agent_sessions'].map(
    (table) => database.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? -1,
  )
  database.close()
  return counts
}

/** Restores repeatedly in a separate process, and kills it the given milliseconds after it started. */
async function restoreAndKill(directory: string, file: string, delayMs: number): Promise<void> {
  const program = await bundleProgram(join(import.meta.dirname, 'restore-until-killed.ts'))
  const child = spawn(process.execPath, [program, directory, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), delayMs))
  await once(child, 'close')
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  )
}

function headerOf(file: string): { header: BackupHeader; databaseOffset: number } {
  const found = readBackupHeader(readFileSync(file))
  if (typeof found === 'string') throw new Error(found)
  return found
}

describe('backup of the control plane', () => {
  let test: TestControlPlane
  let elsewhere: string
  let file: string
  beforeEach(() => {
    test = new TestControlPlane()
    elsewhere = mkdtempSync(join(tmpdir(), 'control-plane-restored-'))
    file = join(elsewhere, 'a.backup')
  })
  afterEach(() => {
    test.close()
    rmSync(elsewhere, { recursive: true, force: true })
  })

  const deploy = (...texts: string[]) => {
    const store = openStore(test.directory)
    for (const text of texts) announce(store, text)
    store.close()
  }
  const announce = (store: ControlPlaneStore, text: string) =>
    announceDeployment(store, {
      organizationId: test.organizationId,
      request: { deployment_request: text },
      now: test.now,
    })
  const download = (key?: string) => test.download('/api/v1/backups/', key)

  describe('POST /api/v1/backups/', () => {
    it('returns a file that restores to the same state; one is created at a time', async () => {
      deploy('one')
      const answers = await Promise.all([download(), download(), download()])
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 503, 503])
      const answer = answers.find(({ status }) => status === 200)
      expect(answer?.headers['content-disposition']).to.contain('.backup')
      writeFileSync(file, answer?.body as Buffer)
      const { header, replacedFile } = await restoreBackup({ dataDirectory: elsewhere, file, now })
      expect(replacedFile).to.equal(undefined)
      expect(header.row_counts).to.include({ deployments: 1, organizations: 2 })
      expect(countDeployments(elsewhere)).to.deep.equal([1, 1, 1])
      const restored = openControlPlane({ dataDirectory: elsewhere, publicUrl: 'http://x.test' })
      expect(await restored.keys.findApiKey(test.rootKey)).to.deep.include({ organizationId: test.organizationId })
      restored.close()
      expect(readdirSync(test.directory)).not.to.include('backup-in-progress')
    })

    it('requires its scope, and the organization created by the first start', async () => {
      const others = apiScopes.filter((scope) => scope !== 'backups:write')
      expect((await download(await test.createKey(others))).status).to.equal(403)
      expect((await download(test.foreignKey)).status).to.equal(403)
      // The data of all organizations belongs to the operator: no member can create a key with the scope.
      for (const role of roles) expect(roleScopes[role]).not.to.include('backups:write')
    })

    it('answers 503 and leaves no file if the backup cannot be written', async () => {
      writeFileSync(join(test.directory, 'backup-in-progress'), '')
      expect((await download()).status).to.equal(503)
      expect(readdirSync(test.directory)).not.to.include('backup-in-progress')
    })
  })

  it('taken during writes restores to a state that existed', async () => {
    const store = openStore(test.directory)
    const timer = setInterval(() => announce(store, 'meanwhile'), 2)
    for (let round = 0; round < 3; round += 1) {
      const [atLeast = 0] = countDeployments(test.directory)
      await writeBackup({ dataDirectory: test.directory, target: file, now })
      const [atMost = 0] = countDeployments(test.directory)
      await restoreBackup({ dataDirectory: elsewhere, file, now: now + round })
      const [deployments = 0, ...others] = countDeployments(elsewhere)
      expect(deployments).to.be.within(atLeast, atMost)
      expect(others).to.deep.equal([deployments, Math.min(deployments, limits.deployment.openWatchesMax)])
    }
    clearInterval(timer)
    store.close()
  })

  it('is readable by its owner only, and describes its contents', async () => {
    const header = await writeBackup({ dataDirectory: test.directory, target: file, now })
    expect(statSync(file).mode & 0o777).to.equal(0o600)
    expect(headerOf(file).header).to.deep.equal(header)
    expect(readdirSync(elsewhere)).to.deep.equal(['a.backup'])
  })

  it('contains no API keys, only hashes', async () => {
    await writeBackup({ dataDirectory: test.directory, target: file, now })
    await restoreBackup({ dataDirectory: elsewhere, file, now })
    const database = readFileSync(join(elsewhere, 'control-plane.db'))
    expect(database.includes(test.rootKey)).to.equal(false)
    expect(database.includes('Bootstrap')).to.equal(true)
  })

  it('interrupted during the restore leaves either the old or the new database intact', async () => {
    deploy('in the backup')
    await writeBackup({ dataDirectory: test.directory, target: file, now })
    deploy('after the backup')
    test.controlPlane.close()
    for (const delayMs of [0, 15, 40]) {
      await restoreAndKill(test.directory, file, delayMs)
      const counts = countDeployments(test.directory)
      expect(counts[0]).to.be.oneOf([1, 2])
      expect(new Set(counts).size).to.equal(1)
    }
    await restoreBackup({ dataDirectory: test.directory, file, now })
    expect(countDeployments(test.directory)).to.deep.equal([1, 1, 1])
  })

  describe('restore', () => {
    beforeEach(async () => {
      deploy('in the backup')
      await writeBackup({ dataDirectory: test.directory, target: file, now })
      deploy('after the backup')
    })

    it('retains the replaced database beside the restored one', async () => {
      test.controlPlane.close()
      const { replacedFile = '' } = await restoreBackup({ dataDirectory: test.directory, file, now })
      expect(countDeployments(test.directory)).to.deep.equal([1, 1, 1])
      copyFileSync(replacedFile, join(elsewhere, 'control-plane.db'))
      expect(countDeployments(elsewhere)).to.deep.equal([2, 2, 2])
      const others = readdirSync(test.directory).filter((name) => !/replaced/.test(name))
      expect(others).to.deep.equal(['control-plane.db', 'secret.key'])
    })

    it('is rejected while the installation runs, and changes nothing', async () => {
      const failure = await failureOf(restoreBackup({ dataDirectory: test.directory, file, now }))
      expect(failure).to.be.instanceOf(DatabaseInUse)
      expect(countDeployments(test.directory)).to.deep.equal([2, 2, 2])
      deploy('still works')
    })

    it('replaces a corrupted database, whose journal cannot affect the restored one', async () => {
      test.controlPlane.close()
      for (const ending of ['', '-wal'])
        writeFileSync(join(test.directory, `control-plane.db${ending}`), 'x'.repeat(9_000))
      await restoreBackup({ dataDirectory: test.directory, file, now })
      expect(countDeployments(test.directory)).to.deep.equal([1, 1, 1])
      expect(readdirSync(test.directory)).not.to.include('control-plane.db-wal')
    })

    const damages: [what: string, damage: (bytes: Buffer, at: number) => Buffer, message: RegExp][] = [
      ['that is not a backup', () => Buffer.from('SQLite format 3\0'), /not a Signalbox backup/],
      ['that is empty', () => Buffer.alloc(0), /not a Signalbox backup/],
      [
        'whose header is not JSON',
        (bytes) => Buffer.from(bytes.toString('latin1').replace('{', '['), 'latin1'),
        /header/,
      ],
      ['that ends early', (bytes) => bytes.subarray(0, bytes.length - 100), /damaged/],
      ['that was altered', (bytes, at) => Buffer.from(bytes.map((byte, i) => (i === at + 500 ? byte ^ 1 : byte))), /./],
    ]
    for (const [what, damage, message] of damages) {
      it(`rejects a file ${what}, and changes nothing`, async () => {
        test.controlPlane.close()
        const { databaseOffset } = headerOf(file)
        writeFileSync(file, damage(readFileSync(file), databaseOffset))
        const failure = await failureOf(restoreBackup({ dataDirectory: test.directory, file, now }))
        expect(failure).to.be.instanceOf(BackupUnusable).with.property('message').that.matches(message)
        expect(countDeployments(test.directory)).to.deep.equal([2, 2, 2])
        expect(existsSync(join(test.directory, 'control-plane.db.restoring'))).to.equal(false)
      })
    }

    const headers: [what: string, change: Partial<BackupHeader>, message: RegExp][] = [
      ['of a newer form', { format: 2 }, /newer version \(format 2\)/],
      ['of a newer schema', { schema_version: 1_000 }, /newer version \(schema 1000/],
      ['with another hash', { database_sha256: '0'.repeat(64) }, /hash does not match/],
      ['with other counts', { row_counts: { organizations: 7 } }, /does not match its header/],
      ['that holds more than it says', { database_bytes: 1_000 }, /more data than its header declares/],
    ]
    for (const [what, change, message] of headers) {
      it(`rejects a file ${what}, and changes nothing`, async () => {
        test.controlPlane.close()
        const { header, databaseOffset } = headerOf(file)
        const rest = readFileSync(file).subarray(databaseOffset)
        writeFileSync(file, Buffer.concat([Buffer.from(writeBackupHeader({ ...header, ...change })), rest]))
        const failure = await failureOf(restoreBackup({ dataDirectory: test.directory, file, now }))
        expect(failure).to.be.instanceOf(BackupUnusable).with.property('message').that.matches(message)
        expect(countDeployments(test.directory)).to.deep.equal([2, 2, 2])
      })
    }
  })
})
