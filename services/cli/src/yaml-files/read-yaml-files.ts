import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { UsageError } from '../exit-codes.js'
import { parseYamlFile, type YamlContents, type YamlDocument } from './parse-yaml-file.js'

/**
 * Reads the documents of a file, of all `.yaml` and `.yml` files below a directory, or of standard input (`-`).
 * @throws UsageError if nothing can be read; CommandFailure naming file, line and field of any error.
 */
export async function readYamlFiles<File, T>(
  { path, stdin }: { path: string; stdin: Readable },
  contents: YamlContents<File, T>,
): Promise<YamlDocument<T>[]> {
  if (path === '-') return parseYamlFile({ file: '(standard input)', source: await text(stdin) }, contents)
  return listFiles(path).flatMap((file) => parseYamlFile({ file, source: readFileSync(file, 'utf8') }, contents))
}

function listFiles(path: string): string[] {
  if (!statOf(path).isDirectory()) return [path]
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => /\.ya?ml$/.test(name))
  if (files.length === 0) throw new UsageError(`${path} contains no .yaml or .yml file`)
  return files.sort().map((name) => join(path, name))
}

function statOf(path: string) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new UsageError(`${path} does not exist`)
  return found
}
