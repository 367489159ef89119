import { join } from 'node:path'
import { buildOnce, isThere, run } from '../../support/build-once.js'
import { buildGo, goTools, newGo } from '../../support/go-tools.js'
import { buildVirtualEnvironment, javaTools, pythonTools, type SdkProgram } from '../../support/sdk-program.js'
import { startCollector } from './collector.js'

/** A program's own statement of what it sent. */
export interface Statement {
  spans: { trace_id: string; span_id: string; parent_span_id: string; duration_us: number }[]
  /** Log records. */
  logs: number
  /** Names of the program's own metrics, each with one data point. */
  points: string[]
  /** Traces to which the Java agent adds a client span and a server span. */
  requests?: string[]
}

/** Classpath for compiling the Java program: everything except the agent. */
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
    ...goTools,
    build: (source, into) => buildGo(source, join(into, 'orders')),
    start: (_, built) => [join(built, 'orders')],
  },
} satisfies Record<string, SdkProgram>

/** A collector between the Go program and the target. Building it takes minutes. */
const collector: SdkProgram = {
  toolchain: [newGo],
  isInDebian: false,
  build: (source, into) => buildGo(source, join(into, 'collector')),
  start: (_, built) => [join(built, 'collector')],
}

export type OtelProgram = keyof typeof programs | 'collector'

/**
 * Runs a program to completion, or until everything is forwarded.
 * @param url accepts OTLP over HTTP.
 */
export type RunProgram = (url: string, apiKey: string) => Promise<{ said: Statement; stop: () => Promise<void> }>

/**
 * Programs that can be built here.
 * @param inDebian only those for which Debian's packages suffice, or only the others.
 */
export function listPrograms({ inDebian }: { inDebian?: boolean } = {}): OtelProgram[] {
  const names: OtelProgram[] = ['python', 'java', 'go', 'collector']
  return names.filter((name) => {
    const { toolchain, isInDebian } = programOf(name)
    if (inDebian !== undefined && inDebian !== isInDebian) return false
    return (isInDebian && process.env['CI'] === 'true') || toolchain.every(isThere)
  })
}

function programOf(name: OtelProgram): SdkProgram {
  return name === 'collector' ? collector : programs[name]
}

/** Builds a program unless it is cached; the first time fetches the SDK from its registry. */
export async function buildProgram(name: OtelProgram): Promise<RunProgram> {
  const [command, ...args] = await buildCommand(name)
  if (name !== 'collector') {
    return async (url, apiKey) => {
      const env = { ...process.env, ...environmentOf(name, url, apiKey) }
      const { stdout } = await run(command, args, { env, timeout: 60_000 })
      return { said: JSON.parse(stdout) as Statement, stop: () => Promise.resolve() }
    }
  }
  return async (url, apiKey) => {
    // Already built when all programs are built in parallel: two builds of one program would conflict.
    const runOrders = await buildProgram('go')
    const between = await startCollector(command, { url, apiKey })
    const { said } = await runOrders(between.url, '')
    return { said, stop: between.stop }
  }
}

async function buildCommand(name: OtelProgram): Promise<[command: string, ...args: string[]]> {
  const { build, start } = programOf(name)
  const source = join(import.meta.dirname, name)
  return start(source, build ? await buildOnce(source, (into) => build(source, into)) : source)
}

function environmentOf(name: string, url: string, apiKey: string): Record<string, string> {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${apiKey}`,
    OTEL_SERVICE_NAME: `orders-${name}`,
  }
}
