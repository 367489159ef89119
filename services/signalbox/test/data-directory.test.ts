import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
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

  it('creates the directory and its parents', () => {
    void createDataDirectory(join(directory, 'a/b')).start()
    expect(existsSync(join(directory, 'a/b'))).to.equal(true)
  })

  it('makes everything in it private, and follows no link out of it', () => {
    const outside = mkdtempSync(join(tmpdir(), 'data-directory-outside-'))
    const modes: Record<string, number> = {}
    for (const name of ['analytics', 'artifacts', 'event-log']) {
      const part = join(directory, name, 'a/b')
      mkdirSync(part, { recursive: true })
      writeFileSync(join(part, 'file'), '')
      writeFileSync(join(outside, name), '')
      symlinkSync(join(outside, name), join(part, 'link'))
      for (const path of [join(directory, name), join(directory, name, 'a'), part]) chmodSync(path, 0o755)
      for (const path of [join(part, 'file'), join(outside, name)]) chmodSync(path, 0o644)
      modes[join(part, 'file')] = 0o600
      modes[join(outside, name)] = 0o644
      for (const path of [join(directory, name), join(directory, name, 'a'), part]) modes[path] = 0o700
    }
    void createDataDirectory(directory).start()
    const found = Object.keys(modes).map((path) => [path, statSync(path).mode & 0o777])
    rmSync(outside, { recursive: true })
    expect(Object.fromEntries(found)).to.deep.equal(modes)
  })

  it('reports an unusable directory immediately, and the setting to change', () => {
    writeFileSync(join(directory, 'file'), '')
    for (const path of [join(directory, 'file/below'), '/proc/signalbox/data']) {
      expect(() => createDataDirectory(path).start(), path).to.throw(`${path} is not usable; set SIGNALBOX_DATA_DIR`)
    }
  })
})
