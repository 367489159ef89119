import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A fenced block of a document. */
export interface CodeBlock {
  language: string
  /** Without the indentation of the list that it is in. */
  text: string
  /** Of its first line of text, from 1. */
  line: number
}

/** Documents for people, by their paths from the root; the reference of the command line is tried by its examples. */
export function listDocuments(): string[] {
  const documents = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md') && name !== 'command-line.md')
  return ['README.md', ...documents.sort().map((name) => `docs/${name}`)]
}

export function readDocument(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** All fenced blocks of a document, in their order. */
export function readBlocks(path: string): CodeBlock[] {
  const text = readDocument(path)
  return [...text.matchAll(/^( *)```(\w*)[^\n]*\n([\s\S]*?)^ *```$/gm)].map((match) => {
    const [, indent = '', language = '', block = ''] = match
    const line = text.slice(0, match.index).split('\n').length + 1
    return { language, line, text: block.replaceAll(new RegExp(`^${indent}`, 'gm'), '') }
  })
}

/** Command lines that the help of commands gives as examples. */
export function readHelpExamples(): string[] {
  return [...readDocument('docs/command-line.md').matchAll(/^ {2}(signalbox (?:.*\\\n)*.*)$/gm)].map(([, line = '']) =>
    line.replaceAll(/\\\n */g, ''),
  )
}
