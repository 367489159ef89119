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

// Of each item ARGV holds the number of its draws, and of each draw the place of its counter in KEYS, the amount, the
// limit, and for how many milliseconds the counter is kept. The answer has 1 for each draw whose counter is over, else 0.
const takeScript = `
local answers = {}
local at = 1
while at <= #ARGV do
  local draws = tonumber(ARGV[at])
  local isItemOver = false
  for draw = 0, draws - 1 do
    local first = at + 1 + draw * 4
    local used = tonumber(redis.call('GET', KEYS[tonumber(ARGV[first])]) or '0')
    local amount, limit = tonumber(ARGV[first + 1]), tonumber(ARGV[first + 2])
    local isOver = used >= limit or used + amount > limit
    answers[#answers + 1] = isOver and 1 or 0
    isItemOver = isItemOver or isOver
  end
  for draw = 0, draws - 1 do
    local first = at + 1 + draw * 4
    if not isItemOver and tonumber(ARGV[first + 1]) > 0 then
      redis.call('INCRBY', KEYS[tonumber(ARGV[first])], ARGV[first + 1])
      redis.call('PEXPIRE', KEYS[tonumber(ARGV[first])], ARGV[first + 3])
    end
  end
  at = at + 1 + draws * 4
end
return answers`

/** All of a request in one step, so that no other process draws in between. */
async function takeTogether(
  send: RedisCommand,
  items: readonly (readonly QuotaDraw[])[],
  now: number,
): Promise<QuotaWindow[][]> {
  const counters = new Map<string, number>()
  const placeOf = (name: string): number => {
    const place = counters.get(name) ?? counters.size + 1
    counters.set(name, place)
    return place
  }
  const parameters = items.flatMap((draws) => [
    draws.length,
    ...draws.flatMap((draw) => {
      const endsAt = endOfWindow(draw.windowMs, now)
      const place = placeOf(`signalbox:quota:${draw.key}:${String(endsAt)}`)
      return [place, draw.amount, draw.limit, endsAt - now + keptAfterMs]
    }),
  ])
  const command = ['EVAL', takeScript, counters.size, ...counters.keys(), ...parameters]
  const answer = await send(...command.map(String))
  const draws = items.flat()
  if (!Array.isArray(answer) || answer.length !== draws.length) throw new Error('Redis did not answer for each quota')
  const overs = new Map(draws.map((draw, index) => [draw, answer[index] === 1]))
  return items.map((ofItem) =>
    ofItem.map((draw) => ({ isOver: overs.get(draw) === true, endsAt: endOfWindow(draw.windowMs, now) })),
  )
}
