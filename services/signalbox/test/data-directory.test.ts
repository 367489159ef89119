import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { createDataDirectory } from '../src/data-directory.js'

describe('createDataDirectory', () => {
  let directory: string
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'data-directory-'))
  })
  afterEach(() => {
    rmSync(directory, { recursive: true, force: true })
  })

  it('makes the directory and those above it', () => {
    void createDataDirectory(join(directory, 'a/b')).start()
    expect(existsSync(join(directory, 'a/b'))).to.equal(true)
  })

  it('says at once which directory cannot be used, and what to set', () => {
    writeFileSync(join(directory, 'file'), '')
    for (const path of [join(directory, 'file/below'), '/proc/signalbox/data']) {
      expect(() => createDataDirectory(path).start(), path).to.throw(`${path} cannot be used; set SIGNALBOX_DATA_DIR`)
    }
  })
})
