import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { UsageError } from '../exit-codes.js'
import { parseWorkflowFile, type WorkflowDocument } from './parse-workflow-file.js'

/**
 * Reads the workflows of a file, of all `.yaml` and `.yml` files below a folder, or of standard input (`-`).
 * @throws UsageError when nothing can be read; WorkflowFileFault naming file, line and field when it is wrong.
 */
export async function readWorkflowFiles(path: string, stdin: Readable): Promise<WorkflowDocument[]> {
  if (path === '-') return parseWorkflowFile('(standard input)', await text(stdin))
  return listFiles(path).flatMap((file) => parseWorkflowFile(file, readFileSync(file, 'utf8')))
}

function listFiles(path: string): string[] {
  if (!statOf(path).isDirectory()) return [path]
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => /\.ya?ml$/.test(name))
  if (files.length === 0) throw new UsageError(`${path} holds no .yaml or .yml file`)
  return files.sort().map((name) => join(path, name))
}

function statOf(path: string) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new UsageError(`${path} does not exist`)
  return found
}
