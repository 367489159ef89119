import { asPhrase } from '../text/words.js'

/** How a kind of symptom shows: as a metric moving in one direction, and in messages. */
interface SymptomTraits {
  /** Matched against the words of the metric's name. */
  up?: RegExp
  down?: RegExp
  /** Matched against log messages, errors, spans and the alert. */
  said?: RegExp
}

/**
 * Observable symptoms of an incident, by the kinds that mechanisms predict. Names and messages are those of common
 * databases, brokers, runtimes and proxies. A new kind is a new line here, plus predictions that name it.
 */
const symptomTraits = {
  latency: {
    up: /\b(duration|latency|response time|p9\d|p50|slow|wait)\b/,
    said: /\bslow\b|exceeded \d+ ?ms|took \d+|response time|latency|budget/i,
  },
  errors: {
    up: /\b(errors?|5xx|4xx|failures?|failed|exceptions?|faults?|loss|drops|dropped)\b/,
    said: /\b50[0234]\b|internal server error|bad gateway/i,
  },
  timeout: { up: /\btime ?outs?\b/, said: /time[d]?[ -]?out|deadline (was )?exceeded|deadline_exceeded/i },
  surge: {
    up: /\b(requests?|rps|hits|visits|sessions|connections) (per (sec|second|min|minute)|rate|rps|total)\b|\brps\b|\breq(uest)?s?( rate)?$/,
    said: /overload|shedding|shed load|elevated request volume|request queue full|traffic/i,
  },
  'less-work': {
    down: /\bper (sec|second|min|minute)\b|\brps\b|throughput|\brate\b|processed|published|consumed|success|sent|delivered|completed|orders|conversions/,
  },
  cpu: { up: /\b(cpu|load|steal|throttled|event loop)\b/, said: /\bcpu\b|event loop (blocked|lag)/i },
  memory: { up: /\b(memory|rss|heap|mem|working set)\b/, said: /out ?of ?memory|\boom\b|heap|memory/i },
  oom: {
    up: /\boom\b|\boom killed\b/,
    said: /oom ?-?killed|out ?of ?memory(error)?|java heap space|exit code 137|memory limit/i,
  },
  crash: {
    up: /\b(restarts?|crash(es|loop)?|panics?|exits?|unavailable)\b/,
    down: /\b(replicas|available|ready|healthy|up|alive|instances)\b/,
    said: /\bpanic\b|crash ?loop|segfault|exited|terminated|back-off restarting|fatal error|signal: killed|not ready/i,
  },
  disk: {
    up: /\b(disk|volume|filesystem|inodes?|storage|wal)\b/,
    down: /\b(disk|volume|storage) (free|available)\b/,
    said: /no space left|read-only file ?system|disk (is )?full|disk quota|enospc/i,
  },
  connections: {
    up: /\b(connections?|conns?|pool|hikari|sessions)\b/,
    said: /too many (connections|clients)|connection (is not available|pool)|pool (is )?(exhaust|full|timeout|empty)|remaining connection slots|acquir\w+ (a )?conn|max_connections|queuepool/i,
  },
  descriptors: {
    up: /\b(file descriptors?|open files|fds?|sockets?|ephemeral ports?|time wait|close wait)\b/,
    said: /too many open files|emfile|cannot assign requested address|eaddrnotavail|ephemeral port|socket exhaustion/i,
  },
  tasks: {
    up: /\b(threads?|goroutines?|tasks|coroutines?|workers? (busy|active)|listeners?)\b/,
    said: /goroutine|thread pool|rejectedexecution|unable to create (new )?native thread|maxlisteners|too many threads/i,
  },
  lock: {
    up: /\b(locks?|mutex|deadlocks?|contention|blocked|row lock|lock wait)\b/,
    said: /deadlock|lock (wait|timeout)|waited .*lock|could not obtain lock|lock contention|40p01|lock not available|serialization failure|blocked by/i,
  },
  backlog: {
    up: /\b(lag|backlog|queue|depth|pending|unacked|inflight|buffer)\b/,
    said: /\b(lag|backlog|queue (depth|size|full|is full))\b|falling behind|buffer (is )?(near|full)/i,
  },
  rebalance: {
    up: /\brebalanc\w*\b/,
    said: /rebalanc|max\.poll|left (the )?group|revoked partitions|member .*(fenced|evicted)|commit cannot be completed/i,
  },
  throttled: {
    up: /\b(throttl\w*|429|rate limit\w*|rejected|quota|consumed .*capacity)\b/,
    said: /throttl|\b429\b|rate[ -]?limit|too many requests|quota (exceed|exhaust)|throughput ?exceeded|limit exceeded|capacity/i,
  },
  'db-load': {
    up: /\b(quer(y|ies)|rows|db cpu|scans?|seq scan|statements?|reads? per|iops|db|full table)\b/,
    said: /slow query|full (table )?scan|seq(uential)? scan|statement timeout|canceling statement|rows (examined|scanned)/i,
  },
  'fan-out': {
    up: /\bper request\b|\bfan ?out\b|\bcalls per\b|\bqueries per (request|page)\b/,
    said: /calls_in_request|n\+1|repeated quer/i,
  },
  'cache-miss': {
    up: /\bcache (miss\w*|evict\w*)\b|\bevict\w*|\bmiss(es)? (ratio|rate)\b/,
    down: /\b(hit ratio|hit rate|cache hits?)\b/,
    said: /cache miss|cold cache|evicted/i,
  },
  auth: {
    up: /\b(401|403|unauthori[sz]ed|forbidden|auth\w*|login|denied|token)\b/,
    said: /unauthori[sz]ed|unauthenticated|forbidden|\btoken\b|\bjwt\b|invalid signature|credential|permission denied|access ?denied|\b40[13]\b|not authorized/i,
  },
  tls: {
    up: /\b(tls|handshakes?|ssl|certs?)\b/,
    said: /\btls\b|x509|certificate|handshake|\bssl\b|\bpkix\b|protocol version/i,
  },
  dns: {
    up: /\b(dns|servfail|nxdomain|resolv\w*)\b/,
    said: /no such host|enotfound|name resol|getaddrinfo|servfail|lookup \S+( on| :)|eai_again|could not resolve|unknown ?host|nxdomain|temporary failure in name/i,
  },
  unreachable: {
    said: /connection (refused|reset|timed out|closed|lost|aborted)|econnrefused|econnreset|no route to host|unreachable|i\/o timeout|broken pipe|upstream (unavailable|connect)|dial tcp|unavailable/i,
  },
  'null-use': {
    up: /\b(panics?|null)\b/,
    said: /nil pointer|null ?pointer|nonetype|undefined is not|cannot read propert|is not a function|attributeerror|of undefined|of null|null reference|is null\b|unwrap\(\)|nil map/i,
  },
  'missing-name': {
    said: /keyerror|missing (required )?(key|field|env|property|column|header|variable|setting|config|parameter|argument)|(required|must) .*(is )?not set|not set\b|unknown (field|key|property|option)|undefined variable|no such (key|field|property|setting)|(environment|env) variable|unrecognized|header/i,
  },
  'missing-object': {
    up: /\bmissing (table|column)\b/,
    said: /(relation|table|column|view|index|collection|function|topic|queue|bucket) .*(does not|doesn'?t) exist|no such (table|column|topic|bucket)|unknown (column|table|topic)|undefined (table|column)|undefinedtable|table not found|not_found: (table|queue|topic)/i,
  },
  decode: {
    up: /\b(decode|parse|deseriali[sz]\w*|dead ?letter\w*|dlq|malformed|invalid)\b/,
    said: /decod|parse|unmarshal|deseriali|invalid (json|character|byte|utf|payload|format|value|type)|unexpected (token|end|field)|malformed|schema|(cannot|could not|unable to) (convert|be cast|coerce)|invalid (literal|syntax|number)|number ?format|not a (valid )?(number|date|integer)|classcast|typeerror|validation/i,
  },
  size: {
    said: /too large|larger than max|payload|message size|resourceexhausted|\b413\b|max(imum)? (message |request |body |allowed )?(size|length|packet)|exceeds (the )?max|entity too/i,
  },
  data: {
    up: /\b(mismatch\w*|inconsisten\w*|duplicates?|drift|stale\w*|lost|wrong|double|negative|conflicts?|corrupt\w*|out of order|discrepanc\w*)\b/,
    said: /mismatch|inconsisten|duplicate|stale|(does|do) not match|negative (balance|stock|quantity)|conflict|constraint|concurrent (map|modification)|race|lost update|corrupt|out of order|already (exists|processed)|optimistic/i,
  },
  gc: { up: /\b(gc|garbage|pause)\b/, said: /\bgc\b|garbage collect|stop.the.world/i },
  'log-volume': { up: /\b(log (write|lines|bytes|volume)|lps|ingested bytes|log)\b/, said: /debug/i },
  'not-found': {
    up: /\b404\b|\bnot found\b/,
    said: /\b404\b|not found|no (matching )?route|no (such )?(key|entry|record) (for|with)|nosuchkey|no longer (available|exist)|gone|missing (segment|chunk|object|file|blob)|expired/i,
  },
  replication: {
    up: /\breplica(tion)? (lag|delay)\b/,
    said: /replica(tion)? lag|standby|read[- ]only (replica|transaction)|not (the )?(primary|master|leader)/i,
  },
  skew: {
    up: /\b(clock|skew|offset|ntp)\b/,
    said: /clock (skew|drift)|ntp|not yet valid|in the future|token (is )?(expired|used before)|requesttimetooskewed/i,
  },
} satisfies Record<string, SymptomTraits>

export type SymptomKind = keyof typeof symptomTraits

/** Kinds that occur in nearly every incident and say little about its cause. */
export const commonKinds: ReadonlySet<SymptomKind> = new Set([
  'latency',
  'errors',
  'timeout',
  'less-work',
  'unreachable',
])

const traits = Object.entries(symptomTraits) as readonly [SymptomKind, SymptomTraits][]

/** @returns The symptoms indicated by a metric's movement; empty for purely descriptive metrics. */
export function symptomsOfMetric(metric: string, direction: 'up' | 'down'): SymptomKind[] {
  const phrase = asPhrase(metric)
  return traits.flatMap(([kind, trait]) => (trait[direction]?.test(phrase) ? [kind] : []))
}

/** @returns The symptoms indicated by a message. */
export function symptomsOfText(text: string): SymptomKind[] {
  return traits.flatMap(([kind, { said }]) => (said?.test(text) ? [kind] : []))
}
