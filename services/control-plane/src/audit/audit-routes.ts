import { ServiceError } from '@signalbox/contracts'
import type { Log, Route } from '@signalbox/service-kit'
import { recordEntry, type AuditDependencies, type AuditedWork } from './record-entry.js'
import { isPrepared, type PreparedRoute } from './prepared-route.js'

type Input = Parameters<Route['handle']>[0]

export interface AuditRouteDependencies extends AuditDependencies {
  log: Pick<Log, 'warn'>
}

/**
 * Makes every state-changing route leave an entry in the audit log: all routes except GET, plus prepared ones. The
 * change and its entry share a transaction, so neither exists without the other. The entry of an asynchronous handler
 * is written when it completes.
 */
export function auditRoute(route: Route, dependencies: AuditRouteDependencies): Route {
  if (isPrepared(route)) return { contract: route.contract, handle: (input) => runPrepared(route, input, dependencies) }
  if (route.contract.method === 'get') return route
  return { ...route, handle: (input) => run(route, input, dependencies) }
}

function run(route: Route, input: Input, dependencies: AuditRouteDependencies): unknown {
  const work = workOf(route, input)
  try {
    const answer = dependencies.store.transact(() => {
      const made = route.handle(input)
      if (!isPromise(made)) recordEntry(dependencies, { ...work, answer: made, outcome: 'done' })
      return { made }
    }).made
    return isPromise(answer) ? finish(answer, work, dependencies) : answer
  } catch (error) {
    recordRefusal(error, work, dependencies)
    throw error
  }
}

async function finish(answer: Promise<unknown>, work: AuditedWork, dependencies: AuditRouteDependencies) {
  try {
    const made = await answer
    recordEntry(dependencies, { ...work, answer: made, outcome: 'done' })
    return made
  } catch (error) {
    recordRefusal(error, work, dependencies)
    throw error
  }
}

async function runPrepared(route: PreparedRoute, input: Input, dependencies: AuditRouteDependencies): Promise<unknown> {
  const work = workOf(route, input)
  try {
    const commit = await route.prepare(input)
    const { answer, afterwards } = dependencies.store.transact(() => {
      const committed = commit()
      recordEntry(dependencies, { ...work, ...committed, by: committed.by ?? work.by, outcome: 'done' })
      return committed
    })
    afterwards?.()
    return answer
  } catch (error) {
    recordRefusal(error, work, dependencies)
    throw error
  }
}

function workOf({ contract }: Route, { caller, params, requestId }: Input): AuditedWork {
  const by = caller && {
    organizationId: caller.organizationId,
    actor: caller.actor ?? { kind: 'api_key' as const, id: caller.keyId, name: '' },
  }
  return { action: contract.id, by, params, requestId }
}

/**
 * Records a refusal or failure. Skipped if the database is unavailable, which could not store the entry either. An
 * error while writing it is only logged, so that the caller gets its own error.
 */
function recordRefusal(error: unknown, work: AuditedWork, dependencies: AuditRouteDependencies): void {
  const code = error instanceof ServiceError ? error.code : 'internal'
  const isRefusal = error instanceof ServiceError && error.status < 500
  if (code === 'unavailable') return
  try {
    recordEntry(dependencies, { ...work, outcome: isRefusal ? 'refused' : 'failed', code })
  } catch (err) {
    dependencies.log.warn({ err, action: work.action }, 'an audit entry could not be written')
  }
}

function isPromise(value: unknown): value is Promise<unknown> {
  return value instanceof Promise
}
