import type { CliEnvironment } from '../environment.js'
import { wrapLines } from './terminal-text.js'

/** Writes a text for people, wrapped to their terminal; files and pipes get it unchanged. */
export function writeText({ stdout }: Pick<CliEnvironment, 'stdout'>, text: string): void {
  stdout.write(wrapLines(text, stdout.columns))
}
