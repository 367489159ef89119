import { isDeepStrictEqual } from 'node:util'
import { workflowFileDefaults, type WorkflowSettings } from '@signalbox/contracts'
import { stringify } from 'yaml'

/** In the order in which people read them. */
const fields = [
  'name',
  'agent_name',
  'description',
  'status',
  'repository',
  'instruction',
  'concurrency',
  'timeout_seconds',
  'retry',
  'triggers',
] as const satisfies readonly (keyof WorkflowSettings)[]

/** Workflows as YAML, a document each, which read again are the same. What has its default is left out. */
export function writeWorkflowFile(workflows: readonly WorkflowSettings[]): string {
  return workflows.map((workflow) => stringify(withoutDefaults(workflow), { lineWidth: 0 })).join('---\n')
}

function withoutDefaults(workflow: WorkflowSettings): Record<string, unknown> {
  const defaults: Readonly<Record<string, unknown>> = workflowFileDefaults
  return Object.fromEntries(
    fields
      .map((name) => [name, workflow[name]] as const)
      .filter(([name, value]) => !isDeepStrictEqual(value, defaults[name])),
  )
}
