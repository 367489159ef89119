import { join } from 'node:path'
import { buildOnce, isThere, run } from '../../support/build-once.js'
import { buildVirtualEnvironment, javaTools, pythonTools, type SdkProgram } from '../../support/sdk-program.js'

/** What a program says that it sent. */
export interface Statement {
  spans: { trace_id: string; span_id: string; parent_span_id: string; duration_us: number }[]
  /** Log records. */
  logs: number
  /** Names of the metrics that it has of its own, each with one data point. */
  points: string[]
  /** Traces within which the agent of Java adds a span of the client and one of the server. */
  requests?: string[]
}

/** What the program in Java is compiled with: all but the agent. */
function librariesIn(directory: string): string {
  return ['api', 'context', 'common'].map((name) => join(directory, `opentelemetry-${name}.jar`)).join(':')
}

const programs = {
  python: {
    ...pythonTools,
    build: buildVirtualEnvironment,
    start: (source, built) => [join(built, 'bin', 'python'), join(source, 'orders.py')],
  },
  java: {
    ...javaTools,
    build: async (source, into) => {
      const goal = ['-q', '-B', '-f', join(source, 'pom.xml'), 'dependency:copy-dependencies']
      await run('mvn', [...goal, '-Dmdep.stripVersion=true', `-DoutputDirectory=${into}`])
      const program = join(source, 'src', 'shop', 'Orders.java')
      await run('javac', ['-encoding', 'UTF-8', '-d', into, '-cp', librariesIn(into), program])
    },
    start: (_, built) => {
      const agent = `-javaagent:${join(built, 'opentelemetry-javaagent.jar')}`
      return ['java', agent, '-cp', `${built}:${librariesIn(built)}`, 'shop.Orders']
    },
  },
  go: {
    toolchain: [{ command: 'go', args: ['version'], atLeast: [1, 26] }],
    isInDebian: false,
    build: (source, into) => run('go', ['build', '-C', source, '-o', join(into, 'orders'), '.']),
    start: (_, built) => [join(built, 'orders')],
  },
} satisfies Record<string, SdkProgram>

export type OtelLanguage = keyof typeof programs

/** Languages whose programs can be built here. */
export function listLanguages(): OtelLanguage[] {
  const languages = Object.keys(programs) as OtelLanguage[]
  return languages.filter((language) => {
    const { toolchain, isInDebian }: SdkProgram = programs[language]
    return (isInDebian && process.env['CI'] === 'true') || toolchain.every(isThere)
  })
}

/** Builds a program unless that was done before; the first time fetches the SDK from its registry. @returns runs it to its end. */
export async function buildProgram(
  language: OtelLanguage,
): Promise<(env: Readonly<Record<string, string>>) => Promise<Statement>> {
  const { build, start }: SdkProgram = programs[language]
  const source = join(import.meta.dirname, language)
  const built = await buildOnce(source, (into) => build(source, into))
  return async (env) => {
    const [command, ...args] = start(source, built)
    const { stdout } = await run(command, args, { env: { ...process.env, ...env }, timeout: 60_000 })
    return JSON.parse(stdout) as Statement
  }
}
