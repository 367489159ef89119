import type { StoreClient } from '@signalbox/telemetry-store'

/** A month of an installation with many issues: 5 M events of 10 000 issues and 50 000 users. */
export const issuesSize = { events: 5_000_000, issues: 10_000, users: 50_000, days: 30 }

/** Odd, so numbers below 2^32 stay distinct, and neighbors are scattered: hashes have no order. */
const scattering = 2_654_435_761

/** Fingerprint of an issue by number, as the statement below writes it. */
export function fingerprintOf(number: number): string {
  const scattered = (BigInt(number) * BigInt(scattering)) % 2n ** 32n
  return scattered.toString(16).padStart(32, '0')
}

/**
 * Fills the events table, one day at a time. A few issues are frequent and most are rare.
 * @param endMs timestamp of the newest event.
 */
export async function fillIssueEvents(
  client: StoreClient,
  scope: { organizationId: string; projectId: string; endMs: number },
): Promise<void> {
  const { organizationId: organization, projectId: project, endMs } = scope
  const events = Math.floor(issuesSize.events / issuesSize.days)
  for (let day = 1; day <= issuesSize.days; day += 1) {
    await client.clickhouse.command({
      query: `
        INSERT INTO events (organization_id, project_id, timestamp, event_id, level, message, exception_type,
          exception_value, platform, sdk_name, release, environment, user_key, fingerprint, tags, payload, received_at)
        SELECT {organization:String}, {project:String}, at, lower(hex(sipHash128(number, {day:UInt8}))), 'error', '',
          'TypeError', 'value ' || toString(rand(2) % 100000) || ' could not be read', 'node', 'sentry.javascript.node',
          'shop@1.' || toString({day:UInt8}), number % 10 = 0 ? 'staging' : 'production',
          'id:' || toString(rand(3) % {users:UInt32}),
          leftPad(lower(hex(toUInt32(toUInt64(floor({issues:UInt32} * pow(rand(4) / 4294967296, 2))) * {scattering:UInt32}))), 32, '0'),
          map('region', 'eu-' || toString(number % 4)), '{}', at
        FROM (
          SELECT number, fromUnixTimestamp64Milli({startMs:Int64} + toInt64(number * {stepMs:Float64})) AS at
          FROM numbers({events:UInt32}))`,
      query_params: {
        organization,
        project,
        day,
        users: issuesSize.users,
        issues: issuesSize.issues,
        scattering,
        startMs: endMs - (issuesSize.days - day + 1) * 86_400_000,
        stepMs: 86_400_000 / events,
        events,
      },
    })
  }
}
