import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'

const built = new URL('../../../services/control-plane/dist/web/', import.meta.url)
const budgetBytes = 250 * 1_024

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}

describe('the files of the web interface', () => {
  const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', built), 'utf8')) as Record<string, Chunk>
  const filesOf = (name: string, seen = new Set<string>()): Set<string> => {
    const chunk = manifest[name]
    if (!chunk || seen.has(chunk.file)) return seen
    for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file)
    for (const imported of chunk.imports ?? []) filesOf(imported, seen)
    return seen
  }
  const bytesOf = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, built))).length, 0)

  it('take at most 250 KB of scripts and styles for any first view', () => {
    const first = filesOf('index.html')
    const screens = Object.keys(manifest).filter((name) => name.startsWith('src/screens/'))
    expect(screens).not.to.deep.equal([])
    for (const screen of screens) {
      expect(bytesOf(filesOf(screen, new Set(first))), screen).to.be.at.most(budgetBytes)
    }
  })

  it('contain no schema library, inline scripts or third-party content', () => {
    const files = new Set(Object.keys(manifest).flatMap((name) => [...filesOf(name)]))
    for (const file of files) {
      const text = readFileSync(new URL(file, built), 'utf8')
      expect(text, file).not.to.match(/typebox|ajv\//i)
    }
    const page = readFileSync(new URL('index.html', built), 'utf8')
    expect(page).not.to.match(/<style|<script(?![^>]*src=)|\son\w+=|\sstyle=|https?:/)
  })
})
