import { Type, type Static } from 'typebox'
import { WorkflowRequest, workflowStatuses, type WorkflowDetail } from '../api/workflows/workflows.js'
import { limits } from '../limits.js'
import { Closed, OneOf } from '../schema.js'
import { fillTrigger } from './fill-trigger.js'

/** One document of a workflow file: a complete workflow. Omitted fields have defaults. */
export const WorkflowFile = Closed({
  ...WorkflowRequest.properties,
  status: Type.Optional(
    OneOf(workflowStatuses, { default: 'active', description: 'A disabled workflow refuses runs. Default active' }),
  ),
})
export type WorkflowFile = Static<typeof WorkflowFile>

/** The fields of a workflow that a file can set, each with its value. */
export type WorkflowSettings = Omit<WorkflowDetail, 'id' | 'created_at' | 'updated_at'>

const { timeoutSecondsDefault, retryBaseSecondsDefault } = limits.workflow

/** Defaults of fields that a file omits. */
export const workflowFileDefaults = {
  description: '',
  repository: null,
  concurrency: 'allow',
  timeout_seconds: timeoutSecondsDefault,
  retry: { max_attempts: 1, base_seconds: retryBaseSecondsDefault },
  triggers: [],
  status: 'active',
} as const satisfies Partial<WorkflowSettings>

/** Returns a document with defaults filled in. */
export function toWorkflowSettings(file: WorkflowFile): WorkflowSettings {
  const { retry, triggers = [], ...rest } = file
  return {
    ...workflowFileDefaults,
    ...rest,
    retry: { ...workflowFileDefaults.retry, ...retry },
    triggers: triggers.map(fillTrigger),
  }
}

/** Creates the JSON Schema of a document, for editors and linters. */
export function createWorkflowFileSchema(): Record<string, unknown> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Signalbox workflow',
    description: 'One document of a file for `signalbox workflows apply`. A file may contain several documents.',
    ...WorkflowFile,
  }
}
