import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A fenced code block of a document. */
export interface CodeBlock {
  language: string
  /** Without the indentation of a surrounding list. */
  text: string
  /** Line number of its first text line, starting at 1. */
  line: number
}

/** Documents for people, by path from the root; the CLI reference is tested through its examples. */
export function listDocuments(): string[] {
  const documents = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md') && name !== 'command-line.md')
  return ['README.md', ...documents.sort().map((name) => `docs/${name}`)]
}

export function readDocument(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** All fenced code blocks of a document in order. */
export function readBlocks(path: string): CodeBlock[] {
  const text = readDocument(path)
  return [...text.matchAll(/^( *)```(\w*)[^\n]*\n([\s\S]*?)^ *```$/gm)].map((match) => {
    const [, indent = '', language = '', block = ''] = match
    const line = text.slice(0, match.index).split('\n').length + 1
    return { language, line, text: block.replaceAll(new RegExp(`^${indent}`, 'gm'), '') }
  })
}

/** Example command lines in the commands' help. */
export function readHelpExamples(): string[] {
  return [...readDocument('docs/command-line.md').matchAll(/^ {2}(signalbox (?:.*\\\n)*.*)$/gm)].map(([, line = '']) =>
    line.replaceAll(/\\\n */g, ''),
  )
}
