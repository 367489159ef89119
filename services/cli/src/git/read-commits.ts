import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { limits, type ChangeItem } from '@signalbox/contracts'
import { CommandFailure } from '../exit-codes.js'

export interface CommitRange {
  /** Anywhere in the repository. */
  directory: string
  /** As `git log` takes it. */
  range: string
  withDiff: boolean
}

const run = promisify(execFile)
/** Of one command's output. A diff beyond is given up, and the commit recorded without it. */
const outputBytesMax = 64 * 1024 * 1024

/**
 * The commits of a range as changes, oldest first, without merges: what a merge brings is in the commits it brings.
 * The time is that of the committer, which is when the commit came to where it is.
 * @throws CommandFailure when there is no such repository or range.
 */
export async function* readCommits({ directory, range, withDiff }: CommitRange): AsyncGenerator<ChangeItem> {
  // An option in place of a range could make git write files.
  if (range.startsWith('-')) throw new CommandFailure(`${range} is not a range of commits`)
  const git = (...args: string[]) => runGit(directory, args)
  const log = await git('log', '--no-merges', '--reverse', '--format=%H%x00%cI%x00%an%x00%s', range, '--')
  for (const line of log.split('\n').filter((text) => text !== '')) {
    const [sha = '', time = '', author = '', subject = ''] = line.split('\0')
    const paths = await git('show', '--format=', '--name-only', '-z', sha, '--')
    const diff = withDiff ? await readDiff(git, sha) : undefined
    yield {
      kind: 'commit',
      id: sha,
      occurred_at: time,
      title: cut(subject, limits.change.titleLengthMax) || sha,
      ...(author.trim() !== '' && { author: cut(author, limits.text.nameLengthMax) }),
      files: filesOf(paths),
      ...(diff !== undefined && { diff }),
    }
  }
}

async function runGit(directory: string, args: readonly string[]): Promise<string> {
  try {
    // Settings of the person must not change what is read: colours, external programs, page breaks.
    const settings = ['-c', 'core.quotePath=false', '-c', 'diff.external=', '-c', 'color.ui=false']
    const { stdout } = await run('git', ['-C', directory, ...settings, ...args], { maxBuffer: outputBytesMax })
    return stdout
  } catch (cause) {
    const stderr = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : ''
    const reason = stderr === '' && cause instanceof Error ? cause.message : stderr
    throw new CommandFailure(`git failed: ${reason}`, { cause })
  }
}

/** Cut here already, as the server would: a large commit must not take the room of the others. */
async function readDiff(git: (...args: string[]) => Promise<string>, sha: string): Promise<string | undefined> {
  try {
    const diff = await git('show', '--format=', '--no-ext-diff', '--no-textconv', '--unified=3', sha, '--')
    // One byte more than what is kept, so that the server marks it as cut.
    return Buffer.from(diff)
      .subarray(0, limits.change.diffBytesMax + 1)
      .toString()
  } catch (error) {
    if (error instanceof CommandFailure && /maxBuffer/.test(error.message)) return undefined
    throw error
  }
}

function filesOf(paths: string): string[] {
  return paths
    .split('\0')
    .filter((path) => path !== '')
    .slice(0, limits.change.filesMax)
    .map((path) => cut(path, limits.change.pathLengthMax))
}

function cut(text: string, lengthMax: number): string {
  return Array.from(text).slice(0, lengthMax).join('')
}
