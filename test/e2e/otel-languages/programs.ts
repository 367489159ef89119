import { join } from 'node:path'
import { buildOnce, isThere, run } from '../../support/build-once.js'
import { buildGo, goTools, newGo } from '../../support/go-tools.js'
import { buildVirtualEnvironment, javaTools, pythonTools, type SdkProgram } from '../../support/sdk-program.js'
import { startCollector } from './collector.js'

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
    ...goTools,
    build: (source, into) => buildGo(source, join(into, 'orders')),
    start: (_, built) => [join(built, 'orders')],
  },
} satisfies Record<string, SdkProgram>

/** A collector stands between the program in Go and where it sends to. To build it takes minutes. */
const collector: SdkProgram = {
  toolchain: [newGo],
  isInDebian: false,
  build: (source, into) => buildGo(source, join(into, 'collector')),
  start: (_, built) => [join(built, 'collector')],
}

export type OtelProgram = keyof typeof programs | 'collector'

/** Runs a program to its end, or until everything is handed on. @param url takes OTLP over HTTP. */
export type RunProgram = (url: string, apiKey: string) => Promise<{ said: Statement; stop: () => Promise<void> }>

/** Programs that can be built here. @param inDebian Only those that Debian's packages are enough for, or only the others. */
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

/** Builds a program unless that was done before; the first time fetches the SDK from its registry. */
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
    // Built by now, where all programs are built at once: two builds of one program would get in each other's way.
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
