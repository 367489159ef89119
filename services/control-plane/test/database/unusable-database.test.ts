import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database as Sqlite } from '@signalbox/sqlite'
import { expect } from 'chai'
import { openControlPlane } from '../../src/index.js'

describe('an unusable database', () => {
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

  it('is reported if the file is not a database', () => {
    for (const file of readdirSync(directory)) rmSync(join(directory, file))
    writeFileSync(join(directory, 'control-plane.db'), 'x'.repeat(8_192))
    expectUnusable(/control-plane\.db cannot be used: file is not a database/)
  })

  it('is reported if another process has it open', () => {
    const other = new Sqlite(join(directory, 'control-plane.db'))
    other.pragma('locking_mode = EXCLUSIVE')
    other.exec('BEGIN EXCLUSIVE')
    expectUnusable(/control-plane\.db cannot be used: database is locked/)
    other.close()
  })

  it('is rejected if a newer version wrote it', () => {
    const other = new Sqlite(join(directory, 'control-plane.db'))
    other.pragma('user_version = 999')
    expectUnusable(/newer version .schema 999/)
    other.close()
  })

  it('is reported if the directory cannot be created', () => {
    const file = join(directory, 'a-file')
    writeFileSync(file, '')
    expect(() => openControlPlane({ dataDirectory: join(file, 'below'), publicUrl: 'http://x' })).to.throw(
      /control-plane\.db cannot be used/,
    )
  })

  it('is reported if the file cannot be written', () => {
    chmodSync(join(directory, 'control-plane.db'), 0o444)
    chmodSync(directory, 0o777)
    withoutPrivileges(() => {
      expectUnusable(/cannot be used: .*readonly/)
    })
  })
})

/** Root may write everything, so it switches to an unprivileged user here. */
function withoutPrivileges(work: () => void): void {
  const isSuperuser = process.geteuid?.() === 0
  if (isSuperuser) process.seteuid?.(65_534)
  try {
    work()
  } finally {
    if (isSuperuser) process.seteuid?.(0)
  }
}
