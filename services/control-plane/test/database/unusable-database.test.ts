import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database as Sqlite } from '@signalbox/sqlite'
import { expect } from 'chai'
import { openControlPlane } from '../../src/index.js'

describe('a database that cannot be used', () => {
  let directory: string
  const open = () => openControlPlane({ dataDirectory: directory, publicUrl: 'https://telemetry.example.com' })

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'control-plane-'))
    open().close()
  })
  afterEach(() => {
    rmSync(directory, { recursive: true, force: true })
  })

  const expectUnusable = (reason: RegExp) => {
    expect(() => {
      open().close()
    }).to.throw(reason)
  }

  it('names a file that is not a database', () => {
    for (const file of readdirSync(directory)) rmSync(join(directory, file))
    writeFileSync(join(directory, 'control-plane.db'), 'x'.repeat(8_192))
    expectUnusable(/control-plane\.db cannot be used: file is not a database/)
  })

  it('says that another process holds it', () => {
    const other = new Sqlite(join(directory, 'control-plane.db'))
    other.pragma('locking_mode = EXCLUSIVE')
    other.exec('BEGIN EXCLUSIVE')
    expectUnusable(/control-plane\.db cannot be used: database is locked/)
    other.close()
  })

  it('refuses a database of a newer version', () => {
    const other = new Sqlite(join(directory, 'control-plane.db'))
    other.pragma('user_version = 999')
    expectUnusable(/newer version .schema 999/)
    other.close()
  })

  it('names a directory that cannot be made', () => {
    const file = join(directory, 'a-file')
    writeFileSync(file, '')
    expect(() => openControlPlane({ dataDirectory: join(file, 'below'), publicUrl: 'http://x' })).to.throw(
      /control-plane\.db cannot be used/,
    )
  })

  it('names a file that cannot be written', () => {
    chmodSync(join(directory, 'control-plane.db'), 0o444)
    chmodSync(directory, 0o777)
    withoutPrivileges(() => {
      expectUnusable(/cannot be used: .*readonly/)
    })
  })
})

/** The superuser may write everything, so for this work he is nobody. */
function withoutPrivileges(work: () => void): void {
  const isSuperuser = process.geteuid?.() === 0
  if (isSuperuser) process.seteuid?.(65_534)
  try {
    work()
  } finally {
    if (isSuperuser) process.seteuid?.(0)
  }
}
