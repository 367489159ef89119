import { join } from 'node:path'
import { buildOnce, isThere, run } from '../../support/build-once.js'
import { buildGo, goTools } from '../../support/go-tools.js'
import { buildVirtualEnvironment, javaTools, pythonTools, type SdkProgram } from '../../support/sdk-program.js'
import type { Statement } from './statement.js'

const programs = {
  python: {
    ...pythonTools,
    build: buildVirtualEnvironment,
    start: (source, built) => [join(built, 'bin', 'python'), join(source, 'shop.py')],
  },
  java: {
    ...javaTools,
    build: async (source, into) => {
      const goal = ['-q', '-B', '-f', join(source, 'pom.xml'), 'dependency:copy-dependencies']
      await run('mvn', [...goal, `-DoutputDirectory=${into}`])
      await run('javac', ['-d', into, '-cp', join(into, '*'), join(source, 'src', 'shop', 'Shop.java')])
    },
    start: (_, built) => ['java', '-cp', `${built}:${join(built, '*')}`, 'shop.Shop'],
  },
  ruby: {
    // Its SDK is a Debian package too.
    toolchain: [{ command: 'ruby', args: ['-rsentry-ruby', '-e', ''] }],
    isInDebian: true,
    start: (source) => ['ruby', join(source, 'shop.rb')],
  },
  go: {
    ...goTools,
    build: (source, into) => buildGo(source, join(into, 'shop')),
    start: (_, built) => [join(built, 'shop')],
  },
  rust: {
    toolchain: [{ command: 'cargo', args: ['--version'], atLeast: [1, 89] }],
    isInDebian: false,
    build: (source, into) =>
      run('cargo', ['build', '-q', '--locked', '--manifest-path', join(source, 'Cargo.toml'), '--target-dir', into]),
    start: (_, built) => [join(built, 'debug', 'shop')],
  },
} satisfies Record<string, SdkProgram>

export type BuiltLanguage = keyof typeof programs
const builtLanguages = Object.keys(programs) as BuiltLanguage[]

/**
 * Runs a program to completion.
 * @param trace the `sentry-trace` header to continue.
 */
export type RunProgram = (dsn: string, trace: string) => Promise<Statement>

/** Languages whose programs are built here; the others have recordings. */
export function listBuilt(): BuiltLanguage[] {
  return builtLanguages.filter((language) => {
    const { toolchain, isInDebian }: SdkProgram = programs[language]
    return (isInDebian && process.env['CI'] === 'true') || toolchain.every(isThere)
  })
}

/** Builds a program unless it is cached; the first time fetches the SDK from its registry. */
export async function buildProgram(language: BuiltLanguage): Promise<RunProgram> {
  const { build, start }: SdkProgram = programs[language]
  const source = join(import.meta.dirname, language)
  const built = build ? await buildOnce(source, (into) => build(source, into)) : source
  return async (dsn, trace) => {
    const [command, ...args] = start(source, built)
    const env = { ...process.env, SENTRY_DSN: dsn, SENTRY_TRACE: trace }
    const { stdout } = await run(command, args, { env, timeout: 60_000 })
    return JSON.parse(stdout) as Statement
  }
}
