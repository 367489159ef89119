import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bannedWords } from './banned-words.js'

/**
 * Fails if a tracked Markdown file names a nonexistent path, make target, npm script or environment variable, or
 * `ARCHITECTURE.md` a nonexistent type, function or constant. Checks links, words in backticks and code blocks, but not
 * prose. Ambiguous words pass: a check with false positives gets disabled. Also fails if a source or document uses a word
 * that the glossary has replaced.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))

function listTracked(...patterns: string[]): string[] {
  const output = execFileSync('git', ['ls-files', '--', ...patterns], { cwd: root, encoding: 'utf8', timeout: 30_000 })
  return output.split('\n').filter((path) => path !== '' && existsSync(join(root, path)))
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')

const rootManifest = JSON.parse(read('package.json')) as { scripts?: Record<string, string> }
const npmScripts = new Set(Object.keys(rootManifest.scripts ?? {}))
const makeTargets = new Set([...read('Makefile').matchAll(/^([a-z][\w-]*):/gm)].map((match) => match[1]))
const variablePattern = /\bSIGNALBOX_[A-Z0-9_]*[A-Z0-9]\b/g
const sourceText = listTracked('*.ts', '*.tsx').map(read).join('\n')
const variables = new Set(sourceText.match(variablePattern) ?? [])
const sourceWords = new Set(sourceText.match(/[A-Za-z_$][\w$]*/g))
const tracked = listTracked()
const fileNames = new Set(tracked.map((path) => posix.basename(path)))
/** Top-level names of the repository: paths that begin with one are meant to exist. */
const topLevel = new Set(tracked.map((path) => path.split('/')[0]))
/** Folders that shortened paths may begin in, such as `embedded/` in a document about the event log. */
const folders = new Set(tracked.flatMap((path) => path.split('/').slice(0, -1)))
/** Created by a build or at run time, so missing in a fresh checkout. */
const generated = /(^|\/)(dist|data|node_modules|coverage)(\/|$)/

interface Span {
  text: string
  line: number
  /** Links refer only to files. */
  isLink: boolean
}

/** Links, inline code and lines of code blocks, with their line numbers. */
function extractSpans(markdown: string): Span[] {
  let fence: string | undefined
  return markdown.split('\n').flatMap((content, index): Span[] => {
    const marker = /^\s*(```+|~~~+)/.exec(content)?.[1]
    if (marker !== undefined && (fence === undefined || marker.startsWith(fence))) {
      fence = fence === undefined ? marker : undefined
      return []
    }
    const toSpan = (text: string, isLink: boolean): Span => ({ text, line: index + 1, isLink })
    if (fence !== undefined) return [toSpan(content, false)]
    const links = [...content.matchAll(/\]\(([^)\s]+)[^)]*\)/g)].map((match) => toSpan(match[1] ?? '', true))
    const code = [...content.matchAll(/`([^`]+)`/g)].map((match) => toSpan(match[1] ?? '', false))
    return [...links, ...code]
  })
}

function findUnknownCommands(text: string): string[] {
  const targets = [...text.matchAll(/(?:^|[;&|(]\s*|\$ )make((?: +[a-z][\w-]*)+)/g)]
    .flatMap((match) => (match[1] ?? '').trim().split(/ +/))
    .filter((target) => !makeTargets.has(target))
  const scripts = [...text.matchAll(/\bnpm (?:run |(?=start\b|test\b))([a-z][\w:-]*)/g)]
    .map((match) => match[1] ?? '')
    .filter((script) => !npmScripts.has(script))
  return [...targets.map((target) => `make ${target}`), ...scripts.map((script) => `npm run ${script}`)]
}

function findUnknownVariables(text: string): string[] {
  return (text.match(variablePattern) ?? []).filter((name) => !variables.has(name))
}

/** Names of types, functions and constants. Single words without an inner capital may be plain English. */
function findUnknownNames(text: string): string[] {
  const [name] = /^[A-Za-z]\w*[a-z][A-Z]\w*$/.exec(text) ?? []
  return name === undefined || sourceWords.has(name) ? [] : [name]
}

/** Files named without their folder. */
function findUnknownFiles(text: string): string[] {
  const [name] = /^[\w-][\w.-]*\.(?:tsx?|sql|tpl|mjs|md)$/.exec(text) ?? []
  return name === undefined || name.includes('NNN') || fileNames.has(name) ? [] : [name]
}

/** Words that look like a path of this repository but match no file, relative to the document or the root. */
function findMissingPaths({ text, isLink }: Span, file: string): string[] {
  const words = isLink ? [text] : text.split(/[\s"'()=;]+|,(?![^{}]*\})/)
  return words
    .map((word) => word.replace(/[#?].*$/, '').replace(/(:\d+)?[.:]?$/, ''))
    .filter((word) => {
      if (word === '' || /^(https?:|mailto:|data:|\/)/.test(word)) return false
      if (/[<>$*\\…|@!]/.test(word) || word.includes('://') || generated.test(word)) return false
      return (isLink || looksLikeOurPath(word)) && !expandBraces(word).every((path) => exists(path, file))
    })
}

function looksLikeOurPath(word: string): boolean {
  if (!/^[\w.{][\w.{},/-]*$/.test(word) || !word.includes('/')) return false
  const first = word.replace(/^(\.\.?\/)+/, '').split('/')[0] ?? ''
  // `src/…` is relative to the service or package of its document.
  if (first === 'src' || topLevel.has(first)) return true
  return folders.has(first) && /\.(ts|js|sql|md|json|ya?ml)$/.test(word)
}

/** `a/{b,c}.ts` → `a/b.ts`, `a/c.ts`. Placeholders such as `{kind}` and `NNNN` are not checked. */
function expandBraces(path: string): string[] {
  const match = /\{([^{}]*)\}/.exec(path)
  if (!match) return path.includes('NNN') ? [] : [path]
  const choices = (match[1] ?? '').split(',')
  return choices.length === 1 ? [] : choices.flatMap((choice) => expandBraces(path.replace(match[0], choice)))
}

function exists(path: string, file: string): boolean {
  const fromFile = normalize(join(dirname(file), path))
  if (existsSync(join(root, fromFile)) || existsSync(join(root, path))) return true
  const ending = `/${posix.normalize(path)}`
  return tracked.some((known) => `/${known}`.endsWith(ending))
}

function checkFile(file: string): string[] {
  return extractSpans(read(file)).flatMap((span) => {
    const commands = span.isLink ? [] : findUnknownCommands(span.text)
    const names = file === 'ARCHITECTURE.md' ? findUnknownNames(span.text) : []
    const files = span.isLink ? [] : findUnknownFiles(span.text)
    const unknown = [
      ...commands,
      ...names,
      ...files,
      ...findUnknownVariables(span.text),
      ...findMissingPaths(span, file),
    ]
    return unknown.map((name) => `${file}:${span.line}: ${name} does not exist`)
  })
}

/** Released files that are never edited keep their words, and so do recorded inputs. */
const isFrozen = (file: string) => /^(clickhouse|test\/fixtures|test\/docs)\/|\/database\/migrations\//.test(file)

function findBannedWords(file: string): string[] {
  return read(file)
    .split('\n')
    .flatMap((line, index) =>
      bannedWords.flatMap(({ pattern, instead }) => {
        const [word] = pattern.exec(line) ?? []
        return word === undefined ? [] : [`${file}:${index + 1}: "${word}": write ${instead}`]
      }),
    )
}

const documents = listTracked('*.md')
const worded = [...documents, ...listTracked('*.ts', '*.tsx')].filter((file) => !isFrozen(file))
/** Generated from the commands' help, which names user files and assembled settings. */
const reference = 'docs/command-line.md'
const faults = [
  ...documents.filter((file) => file !== reference).flatMap(checkFile),
  ...worded.flatMap(findBannedWords),
]
for (const fault of faults) console.error(fault)
console.log(`${documents.length} documents checked, ${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
