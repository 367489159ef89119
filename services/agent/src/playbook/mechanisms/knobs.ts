import type { SymptomKind } from '../signals/symptom-kinds.js'

/** What a setting governs, and the symptoms of setting it too low or too high. */
export interface Knob {
  name: string
  /** The setting's name in sentences; defaults to `name`. */
  label?: string
  /** Matched against the words of the line and of its section. */
  words: RegExp
  /** Symptoms if the value becomes smaller or larger, respectively. Empty if nothing bad is expected. */
  lower: readonly SymptomKind[]
  raised: readonly SymptomKind[]
}

/** The first match counts, so specific knobs precede general ones. */
export const knobs: readonly Knob[] = [
  {
    name: 'port',
    words: /\bport\b/,
    lower: ['unreachable', 'timeout', 'errors', 'not-found', 'crash'],
    raised: ['unreachable', 'timeout', 'errors', 'not-found', 'crash'],
  },
  {
    name: 'clock tolerance',
    words: /\b(leeway|skew|tolerance|lateness)\b/,
    lower: ['auth', 'skew', 'data', 'errors'],
    raised: ['data'],
  },
  {
    name: 'visibility timeout',
    words: /\b(visibility|ack deadline|ack timeout|lock duration|lease (time|duration)|ack wait)\b/,
    lower: ['data', 'backlog', 'rebalance', 'lock'],
    raised: ['backlog'],
  },
  {
    name: 'open files',
    label: 'open file limit',
    words: /\b(nofile|ulimits?|open files|file descriptors?|file max|somaxconn|backlog size)\b/,
    lower: ['descriptors', 'connections', 'unreachable'],
    raised: [],
  },
  {
    name: 'health check',
    label: 'health check timing',
    words:
      /\b(liveness|readiness|startup|health) ?(probe|check)?\b.*\b(timeout|delay|period|threshold|seconds|interval)\b|\binitial delay\b/,
    lower: ['crash', 'unreachable', 'errors', 'less-work'],
    raised: ['unreachable', 'errors'],
  },
  {
    name: 'poll interval',
    words: /\b(max poll interval|session timeout|heartbeat)\b/,
    lower: ['rebalance', 'backlog', 'crash', 'unreachable'],
    raised: ['backlog'],
  },
  {
    name: 'poll size',
    label: 'poll batch size',
    words: /\b(max poll records|fetch (max|size|min)|prefetch( count)?|max batch|receive batch|qos)\b/,
    lower: ['backlog', 'less-work'],
    raised: ['rebalance', 'backlog', 'memory', 'oom', 'timeout'],
  },
  {
    name: 'eviction policy',
    words: /\b(maxmemory|eviction|evict)\b/,
    lower: ['cache-miss', 'memory', 'oom', 'db-load'],
    raised: ['memory', 'oom', 'cache-miss'],
  },
  {
    name: 'heap',
    label: 'heap size',
    words: /\b(xmx|xms|heap|max old space size|jvm|java opts|max ram percentage|gomemlimit|gogc)\b/,
    lower: ['oom', 'memory', 'gc', 'crash', 'cpu'],
    raised: ['oom', 'memory', 'crash'],
  },
  {
    name: 'cpu limit',
    words: /\b(cpu|cpus|cpu limit|millicores|nano cpus|cores)\b/,
    lower: ['cpu', 'latency', 'timeout', 'crash'],
    raised: [],
  },
  {
    name: 'memory limit',
    words: /\bmemory|\bmem\b|\bmem limit\b/,
    lower: ['oom', 'memory', 'crash', 'gc'],
    raised: [],
  },
  {
    name: 'cache size',
    words: /\bcache (size|max|capacity|entries|mb)\b|\bmax (entries|keys|cached)\b/,
    lower: ['cache-miss', 'db-load', 'cpu'],
    raised: ['memory', 'oom', 'gc'],
  },
  {
    name: 'cache lifetime',
    label: 'cache TTL',
    words:
      /\b(ttl|max age|expir\w*|cache (for|duration|time)|cache\b.*\b(timeout|seconds|ex)|setex|stale while|lifetime|freshness|time to live)\b/,
    lower: ['cache-miss', 'db-load', 'surge', 'cpu', 'auth', 'not-found', 'throttled'],
    raised: ['data', 'memory', 'auth', 'oom', 'disk'],
  },
  {
    name: 'retention',
    label: 'retention period',
    words:
      /\b(retention|retain|keep (days|hours|for)|rotate|rotation|max backups|lifecycle|purge|archive|cleanup|window|dvr|history|compaction)\b/,
    lower: ['not-found', 'data', 'missing-object', 'errors', 'backlog'],
    raised: ['disk', 'db-load', 'memory'],
  },
  {
    name: 'sampling',
    label: 'sampling rate',
    words: /\b(sampl\w*|log level|verbos\w*|trace rate)\b/,
    lower: [],
    raised: ['disk', 'log-volume', 'cpu', 'backlog'],
  },
  {
    name: 'rate limit',
    words:
      /\b(rate( limit)?|limit req|rps|qps|requests? per|per (second|minute)|burst|throttl\w*|quota|capacity units|(read|write) capacity|throughput|iops)\b/,
    lower: ['throttled', 'errors', 'less-work', 'backlog'],
    raised: ['surge', 'cpu', 'db-load', 'throttled', 'connections', 'backlog'],
  },
  {
    name: 'pool size',
    words: /\b(pool|max (open )?conn\w*|max idle|min idle|connections?|max active|num conns)\b/,
    lower: ['connections', 'latency', 'timeout', 'backlog'],
    raised: ['connections', 'db-load', 'memory'],
  },
  {
    name: 'concurrency',
    label: 'concurrency',
    words:
      /\b(workers?|threads?|concurrency|parallel\w*|max in flight|processes|executors?|max procs|consumers?|shards?|partitions?)\b/,
    lower: ['backlog', 'latency', 'tasks', 'timeout', 'less-work'],
    raised: ['cpu', 'memory', 'connections', 'db-load', 'throttled', 'lock', 'oom'],
  },
  {
    name: 'replicas',
    label: 'number of replicas',
    words:
      /\b(replicas?( count)?|(min|desired) (replicas|instances|capacity|size|count)|desired|instances|nodes|max replicas|scale)\b/,
    lower: ['cpu', 'latency', 'backlog', 'timeout', 'crash', 'connections', 'unreachable'],
    raised: ['connections', 'db-load'],
  },
  {
    name: 'attempts',
    label: 'number of attempts',
    words: /\b(retr(y|ies)|attempts?|max tries|redeliver\w*)\b/,
    lower: ['errors', 'unreachable'],
    raised: ['surge', 'throttled', 'cpu', 'backlog', 'latency', 'connections'],
  },
  {
    name: 'timeout',
    words: /\b(timeouts?|deadline|time limit|max wait|wait time|grace|cutoff|patience|budget)\b/,
    lower: ['timeout', 'errors', 'crash', 'unreachable', 'backlog'],
    raised: ['latency', 'connections', 'tasks', 'backlog'],
  },
  {
    name: 'wait',
    label: 'wait time',
    words: /\b(backoff|back off|delay|interval|period|every|sleep|poll|tick|schedule|cron|refresh|initial delay)\b/,
    lower: ['surge', 'cpu', 'throttled', 'db-load', 'crash', 'connections'],
    raised: ['backlog', 'data', 'latency'],
  },
  {
    name: 'log level',
    words: /\b(level|log\w*)\b/,
    lower: [],
    raised: ['disk', 'log-volume', 'cpu', 'backlog'],
  },
  {
    name: 'size limit',
    words:
      /\b(max\w* (size|length|len|bytes|body|payload|message|upload|header\w*|packet|depth|fields|request)|body size|size limit|msg size|recv|buffer\w*|limit)\b/,
    lower: ['size', 'throttled', 'decode', 'errors', 'backlog'],
    raised: ['memory', 'oom', 'latency'],
  },
  {
    name: 'batch size',
    words: /\b(batch\w*|chunk\w*|page( size)?|per page|bulk|fetch|size|count|rows|records|window)\b/,
    lower: ['less-work', 'backlog', 'surge', 'db-load', 'fan-out'],
    raised: ['memory', 'oom', 'timeout', 'size', 'latency', 'gc', 'db-load', 'backlog'],
  },
  {
    name: 'disk',
    label: 'disk size',
    words: /\b(disk|storage|volume|ephemeral storage|wal)\b/,
    lower: ['disk', 'crash'],
    raised: [],
  },
  {
    name: 'protocol version',
    words: /\b(tls|ssl|min version|cipher\w*|protocol)\b/,
    lower: ['tls', 'auth'],
    raised: ['tls', 'unreachable'],
  },
  {
    name: 'threshold',
    words: /\b(threshold|weight|percent\w*|ratio|probability|fraction|factor|rollout|canary|cost|rounds|iterations)\b/,
    lower: ['errors', 'throttled', 'data'],
    raised: ['errors', 'throttled', 'cpu', 'data'],
  },
]

/** Returns what a setting is called in a sentence. */
export function labelOfKnob({ name, label = name }: Knob): string {
  return `the ${label}`
}

/** @returns The knob that the words refer to. */
export function findKnob(phrase: string): Knob | undefined {
  return knobs.find(({ words }) => words.test(phrase))
}
