import { createId } from '@signalbox/contracts'
import { Database } from '@signalbox/sqlite'

export const workflowCount = 10_000
export const runCount = 1_000_000
export const dueCount = 5_000

const schedule = JSON.stringify({ kind: 'schedule', name: 'minutely', cron: '* * * * *', time_zone: 'Europe/Berlin' })

/** Writes workflows and their finished runs directly into a control plane's database. */
export function fillWorkflows(file: string, organizationId: string, now: number): void {
  const database = new Database(file)
  const fill = { organizationId, now, workflowCount, runCount, marker: createId(now) }
  const numbers = (count: string) =>
    `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ${count})`
  const idOf = (what: string, n: string) => `'${what}' || substr(@marker, 9, 15) || printf('-%012x', ${n})`
  database.transaction(() => {
    database
      .prepare<[object]>(
        `${numbers('@workflowCount')}
         INSERT INTO workflows (id, organization_id, name, name_folded, agent_name, description, instruction, repository,
           status, created_at, updated_at)
         SELECT ${idOf('00000000', 'n')}, @organizationId, 'Workflow ' || n, 'workflow ' || n, 'agent ' || (n % 20), '',
           'Look at {{ schedule.at }}', 'acme/repository-' || (n % 100), 'active', @now - n, @now - n
         FROM numbers`,
      )
      .run(fill)
    database
      .prepare<[object]>(
        `${numbers('@runCount')}
         INSERT INTO workflow_runs (id, organization_id, workflow_id, workflow_name, triggered_by, trigger_name, status,
           session_id, instruction, context, warnings, timeout_seconds, max_attempts, retry_base_seconds, attempt,
           created_at, updated_at, started_at, times_out_at, ended_at, settled)
         SELECT ${idOf('10000000', 'n')}, @organizationId, ${idOf('00000000', 'n % @workflowCount')},
           'Workflow ' || (n % @workflowCount), iif(n % 3 = 0, 'manual', 'schedule'), 'minutely',
           iif(n % 10 = 0, 'failed', 'completed'), ${idOf('20000000', 'n')}, 'Look at it', '{}', '[]', 3600, 1, 60, 1,
           @now - n, @now - n, @now - n, @now, @now - n + 1000, 1
         FROM numbers`,
      )
      .run(fill)
  })()
  database.close()
}

/** Gives many workflows a schedule that is due at the same instant. */
export function addSchedules(file: string, organizationId: string, dueAt: number): void {
  const database = new Database(file)
  database
    .prepare<[object]>(
      `INSERT INTO workflow_triggers (id, organization_id, workflow_id, position, name, kind, definition, active, due_at,
         created_at)
       SELECT 'trigger-' || id, @organizationId, id, 0, 'minutely', 'schedule', @schedule, 1, @dueAt, @dueAt
       FROM workflows ORDER BY id LIMIT @dueCount`,
    )
    .run({ organizationId, dueAt, schedule, dueCount })
  database.close()
}

/** Delay between an instant and the decision on its last run, in milliseconds; undefined until all are decided. */
export function readLag(file: string, dueAt: number): number | undefined {
  const database = new Database(file, { readonly: true })
  const row = database
    .prepare<[number], { decided: number; last: number | null }>(
      `SELECT count(*) AS decided, max(decided_at) AS last FROM trigger_occurrences
       WHERE occurred_at = ? AND outcome = 'run'`,
    )
    .get(dueAt)
  database.close()
  return row?.decided === dueCount && row.last !== null ? row.last - dueAt : undefined
}
