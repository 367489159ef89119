import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Sentry's command line tools as packaged, by name and version; `sentry` replaces both others. */
export const sentryTools = {
  'sentry-cli 2': fileURLToPath(new URL('../../node_modules/@sentry/cli/bin/sentry-cli', import.meta.url)),
  'sentry-cli 3': fileURLToPath(new URL('../../node_modules/sentry-cli-3/bin/sentry-cli', import.meta.url)),
  sentry: fileURLToPath(new URL('../../node_modules/.bin/sentry', import.meta.url)),
}

/** Environment of a tool. */
export interface SentryToolSettings {
  url: string
  apiKey: string
  /** Slug or number. */
  project: string | number
  /** Home directory for its settings and state. */
  home: string
}

/**
 * Runs a tool to completion.
 * @returns all of its output.
 * @throws Error if it fails.
 */
export async function runSentryTool(
  program: string,
  args: readonly string[],
  { url, apiKey, project, home }: SentryToolSettings,
): Promise<string> {
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    SENTRY_URL: url,
    SENTRY_AUTH_TOKEN: apiKey,
    SENTRY_ORG: 'default',
    SENTRY_PROJECT: String(project),
    SENTRY_DISABLE_UPDATE_CHECK: '1',
    SENTRY_CLI_NO_TELEMETRY: '1',
  }
  const { stdout, stderr } = await run(program, args, { env, timeout: 60_000 })
  return stdout + stderr
}
