import { join } from 'node:path'
import { run, type Tool } from './build-once.js'

/** A program that raises or sends known things with the SDK of its language, unchanged and from its registry. */
export interface SdkProgram {
  toolchain: Tool[]
  /** Whether Debian's packages are enough, with what they fetch: then continuous integration has to build it. */
  isInDebian: boolean
  build?: (source: string, into: string) => Promise<unknown>
  start: (source: string, built: string) => [command: string, ...args: string[]]
}

export type Tools = Pick<SdkProgram, 'toolchain' | 'isInDebian'>

export const pythonTools: Tools = {
  toolchain: [{ command: 'python3', args: ['-c', 'import ensurepip, venv'] }],
  isInDebian: true,
}

export const javaTools: Tools = {
  toolchain: [
    { command: 'javac', args: ['-version'], atLeast: [17, 0] },
    { command: 'mvn', args: ['-v'] },
  ],
  isInDebian: true,
}

/** Makes an environment of Python with what the program requires. */
export async function buildVirtualEnvironment(source: string, into: string): Promise<void> {
  await run('python3', ['-m', 'venv', into])
  await run(join(into, 'bin', 'python'), ['-m', 'pip', 'install', '-q', '-r', join(source, 'requirements.txt')])
}
