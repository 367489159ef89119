import type { Clock, RedisCommand, SharedRedis } from '@signalbox/service-kit'
import { endOfWindow, type QuotaCounters, type QuotaDraw, type QuotaWindow } from './quota-counters.js'

export interface SharedQuotaCountersOptions {
  redis: Pick<SharedRedis, 'attempt'>
  /** Counts while Redis is away. */
  own: QuotaCounters
  clock: Clock
  /** Told of each request whose quotas were counted by this process alone. */
  onCountedAlone: () => void
}

/** How much longer than its window a counter is kept, for processes whose clocks are behind. */
const keptAfterMs = 60_000

/**
 * Counters in Redis, which all processes draw from: a quota holds for the installation. While Redis is away each process
 * counts by itself, and a quota holds for each of them.
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

// KEYS has the counter of each draw. Of each item ARGV has the number of its draws, and of each of these the amount, the
// limit, and for how many milliseconds the counter is kept. The answer has 1 for each draw whose counter is over, else 0.
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

/** All of a request in one step, so that no other process draws in between. */
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
  if (!Array.isArray(answer) || answer.length !== draws.length) throw new Error('Redis did not answer for each quota')
  const windows = draws.map((draw, index) => ({ isOver: answer[index] === 1, endsAt: endOf(draw) })).values()
  return items.map((ofItem) => ofItem.flatMap(() => windows.next().value ?? []))
}
