import { limits, toTimestamp } from '@signalbox/contracts'

/** The first line that is not blank, truncated to the maximum length of a title. */
export function deploymentTitle(request: string): string {
  const line = request.trim().split(/\r?\n|\r/, 1)[0] ?? ''
  return line.trimEnd().slice(0, limits.change.titleLengthMax)
}

/** The prompt of the session that watches a deployment. */
export function watchPrompt(deployment: {
  deployment_request: string
  service: string | null
  environment: string | null
  version: string | null
  occurred_at: number
}): string {
  const { service, environment, version } = deployment
  const what = [service ?? 'the deployed service', ...(version === null ? [] : [version])].join(' ')
  const where = environment === null ? '' : ` in ${environment}`
  return [
    // Lists of sessions show this line alone.
    `Monitor ${what}${where}: ${deploymentTitle(deployment.deployment_request)}`,
    `It went live at ${toTimestamp(deployment.occurred_at)}.`,
    'Compare errors, error rate, latency and resource usage before and after it, including for services that call it.',
    'State whether it is healthy, suspect or bad, and which evidence shows that.',
  ].join('\n')
}
