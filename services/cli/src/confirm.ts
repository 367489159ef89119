import type { CliEnvironment } from './environment.js'

const answerLengthMax = 100

/** Prompts for confirmation on standard error. @returns true if the next line of standard input is `yes`. */
export async function confirm(
  { stdin, stderr }: Pick<CliEnvironment, 'stdin' | 'stderr'>,
  question: string,
): Promise<boolean> {
  stderr.write(`${question} [yes/no] `)
  let text = ''
  for await (const chunk of stdin) {
    text += String(chunk)
    if (text.includes('\n') || text.length > answerLengthMax) break
  }
  return /^\s*yes\s*$/im.test(text.split('\n')[0] ?? '')
}
