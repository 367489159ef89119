import type { Clock, RedisCommand, SharedRedis } from '@signalbox/service-kit'
import { endOfWindow, type QuotaCounters, type QuotaDraw, type QuotaWindow } from './quota-counters.js'

export interface SharedQuotaCountersOptions {
  redis: Pick<SharedRedis, 'attempt'>
  /** Fallback while Redis is unreachable. */
  own: QuotaCounters
  clock: Clock
  /** Called for each request whose quotas were counted by this process alone. */
  onCountedAlone: () => void
}

/** How long a counter outlives its window, for processes whose clocks lag behind. */
const keptAfterMs = 60_000

/**
 * Counters in Redis, shared by all processes, so a quota applies to the installation. While Redis is unreachable, each
 * process counts on its own and the quota applies per process.
 */
export function createSharedQuotaCounters(options: SharedQuotaCountersOptions): QuotaCounters {
  const { redis, own, clock, onCountedAlone } = options
  return {
    take: async (items) => {
      const now = clock()
      const windows = await redis.attempt((send) => takeTogether(send, items, now))
      if (windows !== undefined) return windows
      onCountedAlone()
      return own.take(items)
    },
  }
}

// KEYS holds the counter of each draw. For each item, ARGV holds its number of draws, and for each draw the amount, the
// limit and the counter's time to live in milliseconds. The result has 1 for each draw whose counter is exhausted,
// otherwise 0.
const takeScript = `
local answers = {}
local at = 1
while at <= #ARGV do
  local draws = tonumber(ARGV[at])
  local before = #answers
  local isItemOver = false
  for draw = 1, draws do
    local used = tonumber(redis.call('GET', KEYS[before + draw]) or '0')
    local amount, limit = tonumber(ARGV[at + draw * 3 - 2]), tonumber(ARGV[at + draw * 3 - 1])
    local isOver = used >= limit or used + amount > limit
    answers[before + draw] = isOver and 1 or 0
    isItemOver = isItemOver or isOver
  end
  for draw = 1, draws do
    local amount = ARGV[at + draw * 3 - 2]
    if not isItemOver and tonumber(amount) > 0 then
      redis.call('INCRBY', KEYS[before + draw], amount)
      redis.call('PEXPIRE', KEYS[before + draw], ARGV[at + draw * 3])
    end
  end
  at = at + 1 + draws * 3
end
return answers`

/** Runs all draws of a request in one step, so that no other process interleaves. */
async function takeTogether(
  send: RedisCommand,
  items: readonly (readonly QuotaDraw[])[],
  now: number,
): Promise<QuotaWindow[][]> {
  const endOf = ({ windowMs }: QuotaDraw) => endOfWindow(windowMs, now)
  const draws = items.flat()
  const counters = draws.map((draw) => `signalbox:quota:${draw.key}:${String(endOf(draw))}`)
  const parameters = items.flatMap((ofItem) => [
    ofItem.length,
    ...ofItem.flatMap((draw) => [draw.amount, draw.limit, endOf(draw) - now + keptAfterMs]),
  ])
  const answer = await send(...['EVAL', takeScript, draws.length, ...counters, ...parameters].map(String))
  if (!Array.isArray(answer) || answer.length !== draws.length)
    throw new Error('Redis did not return a result for every quota')
  const windows = draws.map((draw, index) => ({ isOver: answer[index] === 1, endsAt: endOf(draw) })).values()
  return items.map((ofItem) => ofItem.flatMap(() => windows.next().value ?? []))
}
