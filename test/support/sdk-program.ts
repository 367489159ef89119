import { join } from 'node:path'
import { run, type Tool } from './build-once.js'

/** A program that raises or sends known items with its language's SDK, unmodified from its registry. */
export interface SdkProgram {
  toolchain: Tool[]
  /** True if Debian's packages and what they fetch suffice: CI must then build it. */
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

/** Creates a Python virtual environment with the program's requirements. */
export async function buildVirtualEnvironment(source: string, into: string): Promise<void> {
  await run('python3', ['-m', 'venv', into])
  await run(join(into, 'bin', 'python'), ['-m', 'pip', 'install', '-q', '-r', join(source, 'requirements.txt')])
}
