import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { limits, type ChangeItem } from '@signalbox/contracts'
import { CommandFailure } from '../exit-codes.js'

export interface CommitRange {
  /** Any directory in the repository. */
  directory: string
  /** As accepted by `git log`. */
  range: string
  withDiff: boolean
}

const run = promisify(execFile)
/** Output limit per git command. A larger diff is abandoned, and the commit is recorded without it. */
const outputBytesMax = 64 * 1024 * 1024

/**
 * Yields the commits of a range as changes, oldest first, without merges: the merged commits are included themselves.
 * The time is the commit time, not the author time, because that is when the commit was created in its current place.
 * @throws CommandFailure if the repository or range does not exist.
 */
export async function* readCommits({ directory, range, withDiff }: CommitRange): AsyncGenerator<ChangeItem> {
  // An option instead of a range could make git write files.
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
    // User settings must not change the output: colors, external programs, pagers.
    const settings = ['-c', 'core.quotePath=false', '-c', 'diff.external=', '-c', 'color.ui=false']
    const { stdout } = await run('git', ['-C', directory, ...settings, ...args], { maxBuffer: outputBytesMax })
    return stdout
  } catch (cause) {
    const stderr = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : ''
    const reason = stderr === '' && cause instanceof Error ? cause.message : stderr
    throw new CommandFailure(`git failed: ${reason}`, { cause })
  }
}

/** Truncated here, like on the server: a large commit must not use up the room of the others. */
async function readDiff(git: (...args: string[]) => Promise<string>, sha: string): Promise<string | undefined> {
  try {
    const diff = await git('show', '--format=', '--no-ext-diff', '--no-textconv', '--unified=3', sha, '--')
    // One byte more than the limit, so that the server marks it as truncated.
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
