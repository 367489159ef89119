import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createAlertRule, limits, listAlertRules, type AlertRule, type AlertRuleRequest } from '@signalbox/contracts'
import { openControlPlane, type QueryTelemetry, type ControlPlane } from '@signalbox/control-plane'
import { createQueryRoutes } from '@signalbox/query'
import { createLocalCaller, systemClock, type ApiCaller } from '@signalbox/service-kit'
import { createStoreClient, createTelemetryReader, migrate, type StoreClient } from '@signalbox/telemetry-store'
import { eventually } from '../support/eventually.js'
import { fillDataset, organizationId } from './dataset.js'
import type { Measurement } from './report.js'
import { formatNumber } from './reporting/format-number.js'

const ruleCount = limits.capacity.alertRules.max
const minuteMs = 60_000
const services = 7

/**
 * Measures the cost of a thousand rules of all kinds over a day of a mid-sized installation: all at once, as after
 * downtime, and then every minute. The engine runs with its own timers, as in an installation.
 */
export async function measureAlerts(): Promise<Measurement[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'signalbox-bench-'))
  const client = await createStoreClient({ dataDirectory })
  await migrate(client)
  await fillDataset(client, Date.now())
  const controlPlane = openControlPlane({
    dataDirectory: join(dataDirectory, 'control-plane'),
    publicUrl: 'http://localhost',
    queryTelemetry: createTelemetryQuery(client, () => controlPlane),
  })
  controlPlane.bootstrap('bench-key-with-all-scopes')
  const measurements = await measureRules(controlPlane)
  controlPlane.close()
  await client.close()
  await rm(dataDirectory, { recursive: true, force: true })
  return measurements
}

/** Always queries the data's organization, whoever asks. */
function createTelemetryQuery(client: StoreClient, controlPlane: () => ControlPlane): QueryTelemetry {
  const caller = { ...callerOf(organizationId), scopes: new Set(['telemetry:read'] as const) }
  let call: ReturnType<typeof createLocalCaller> | undefined
  return async <Response>(_organizationId: string, contract: Parameters<QueryTelemetry>[1], query: object) => {
    call ??= createLocalCaller(
      createQueryRoutes({
        reader: createTelemetryReader(client),
        projects: controlPlane().projects,
        clock: systemClock,
      }),
    )
    return (await call(contract, { query }, caller)) as Response
  }
}

function callerOf(organization: string): ApiCaller {
  return {
    keyId: 'bench',
    organizationId: organization,
    scopes: new Set(['alerts:read', 'alerts:write']),
    queryLimitPerMinute: null,
    ingestLimitPerMinute: null,
  }
}

async function measureRules(controlPlane: ControlPlane): Promise<Measurement[]> {
  const call = createLocalCaller(controlPlane.routes)
  const caller = callerOf((await controlPlane.keys.findApiKey('bench-key-with-all-scopes'))?.organizationId ?? '')
  for (let number = 0; number < ruleCount; number += 1) await call(createAlertRule, { body: ruleOf(number) }, caller)
  const work = controlPlane.createBackgroundWork()
  const begunAt = Date.now()
  work.start()
  await eventually(
    async () => {
      if ((await countMeasured(call, caller, begunAt)) < ruleCount) throw new Error('not all rules were measured')
    },
    { withinMs: 10 * minuteMs, everyMs: 500 },
  )
  const allMs = Date.now() - begunAt
  const before = process.cpuUsage()
  const from = Date.now()
  await delay(minuteMs)
  const { user, system } = process.cpuUsage(before)
  const measured = await countMeasured(call, caller, from)
  await work.stop()
  return [
    {
      name: `${formatNumber(ruleCount)} rules due at once, until all are evaluated`,
      value: allMs,
      unit: 'ms',
      aim: '60 000 ms',
    },
    { name: 'rules evaluated in the next minute', value: measured, unit: 'rules', aim: String(ruleCount) },
    { name: 'processor time of that minute', value: (user + system) / 1_000, unit: 'ms', aim: '30 000 ms' },
  ]
}

/** Counts rules evaluated since a time without a fault. */
async function countMeasured(
  call: ReturnType<typeof createLocalCaller>,
  caller: ApiCaller,
  since: number,
): Promise<number> {
  let count = 0
  const size = limits.page.sizeMax
  for (let page = 1; page <= ruleCount / size; page += 1) {
    const { alert_rules: rules } = await call(listAlertRules, { query: { page, page_size: size } }, caller)
    count += rules.filter((rule) => isMeasured(rule, since)).length
  }
  return count
}

function isMeasured({ state: { measured_at: at, fault } }: AlertRule, since: number): boolean {
  if (fault !== null) throw new Error(fault)
  return at !== null && Date.parse(at) >= since
}

/** Cycles through all kinds of rules, on the services of the data. */
function ruleOf(number: number): AlertRuleRequest {
  const name = `rule ${number}`
  const service = `service-${number % services}`
  const within_minutes = [5, 10, 15, 60][number % 4] ?? 5
  const kinds: readonly AlertRuleRequest[] = [
    { name, kind: 'error_rate', value: number, within_minutes },
    { name, kind: 'error_rate', measure: 'share', service, value: 0.5, within_minutes },
    { name, kind: 'new_issues', value: 5, within_minutes },
    { name, kind: 'metric_threshold', metric: 'queue', value: number, within_minutes },
    { name, kind: 'metric_threshold', source: 'container', metric: 'cpu_usage_cores', value: 1, within_minutes: 5 },
    { name, kind: 'metric_threshold', source: 'saturation', metric: 'memory', value: 0.9, within_minutes },
    { name, kind: 'p95_latency', service, value: 400, within_minutes },
    { name, kind: 'crash_loops', within_minutes },
    { name, kind: 'check_ins', monitors: [`job ${number}`] },
    { name, kind: 'absence', of: 'service', service, within_minutes },
  ]
  return kinds[number % kinds.length] ?? { name, kind: 'check_ins' }
}
