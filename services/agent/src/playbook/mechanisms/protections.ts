import type { SymptomKind } from '../signals/symptom-kinds.js'

/** Something that protects a program from harm, and what happens without it. */
export interface Protection {
  name: string
  /** The object of "the change removes …". */
  what: string
  /** Matched against the code as written. */
  code?: RegExp
  /** Matched against the words of the code: `max poll records`. */
  words?: RegExp
  weight: number
  predicts: readonly SymptomKind[]
}

/** Weights: 3 breaks immediately and for certain, 2 breaks under load or with unusual data, 1 often breaks nothing. */
export const protections: readonly Protection[] = [
  {
    name: 'null-check',
    what: 'a check or default for a missing value',
    code: /(==|!=|===|!==|\bis\b|\bis not\b)\s*(nil|null|None|undefined)\b|\?\.|\?\?|Optional\.ofNullable|\.isPresent\(|hasOwnProperty|Objects\.requireNonNull|\bin (self\.)?\w+\b.*:$|\.(get|getOrDefault|pop)\([^(),]+,[^()]+\)|getOrDefault|\.orElse\(|unwrap_or/,
    weight: 2.6,
    predicts: ['null-use', 'crash', 'missing-name', 'decode'],
  },
  {
    name: 'row-limit',
    what: 'the limit on how many rows are read',
    code: /\bLIMIT\s+[\d$:?%]|\.limit\(|\.take\([^)]|\bTOP \d|FETCH (FIRST|NEXT)|islice\(|\[\s*:\s*\w+\]|setMaxResults|page_?size|per_?page|\.slice\(0,/i,
    weight: 3,
    predicts: ['db-load', 'memory', 'oom', 'cpu', 'gc', 'size'],
  },
  {
    name: 'row-filter',
    what: 'a filter from a query',
    code: /\bWHERE\b|^AND \w|\bAND \w+ ?(=|>|<|IN\b|IS\b)|\.where\(|\.filter\(|filter_by\(|\bHAVING\b/,
    weight: 2.2,
    predicts: ['db-load', 'data', 'memory', 'cpu'],
  },
  {
    name: 'batching',
    what: 'batching',
    words:
      /\b(batch\w*|bulk|chunk\w*|executemany|pipeline|multi get|mget|prefetch|data ?loader\w*|loaders?|load many|group(ed)? by key|copy from)\b/,
    weight: 2.4,
    predicts: ['db-load', 'fan-out', 'throttled', 'surge', 'backlog', 'cpu', 'connections'],
  },
  {
    name: 'eager-loading',
    what: 'the eager loading of related rows',
    code: /\.(Then)?Include\(|\bJOIN FETCH\b|@(Named)?EntityGraph|->with\(/i,
    words: /\b(select related|joinedload|selectinload|eager|includes|preload)\b/,
    weight: 2.4,
    predicts: ['db-load', 'fan-out', 'throttled', 'surge', 'backlog', 'cpu', 'connections'],
  },
  {
    name: 'deadline',
    what: 'a timeout',
    words: /\b(timeouts?|deadline|abort signal|cancel after|expires? after|max wait)\b/,
    weight: 2.2,
    predicts: ['connections', 'tasks', 'backlog', 'timeout', 'memory', 'lock'],
  },
  {
    name: 'backoff',
    what: 'the backoff between retries',
    words: /\b(backoff|back off|jitter|exponential|retry after|retry delay|delay|sleep|wait random)\b/,
    weight: 2.6,
    predicts: ['surge', 'throttled', 'cpu', 'connections', 'backlog', 'db-load', 'timeout'],
  },
  {
    name: 'attempt-limit',
    what: 'the retry limit',
    words:
      /\b(max (retries|attempts|tries|redeliver\w*)|retry limit|budget|attempts? (left|limit)|stop after attempt)\b/,
    weight: 2.4,
    predicts: ['surge', 'backlog', 'throttled', 'cpu', 'connections', 'tasks', 'timeout'],
  },
  {
    name: 'circuit-breaker',
    what: 'a circuit breaker or fallback',
    words: /\b(circuit|breaker|bulkhead|fallback|hystrix|resilience\w*|load shed\w*|degrade)\b/,
    weight: 2.2,
    predicts: ['errors', 'timeout', 'tasks', 'surge', 'connections', 'unreachable', 'null-use'],
  },
  {
    name: 'release',
    what: 'the code that releases a resource',
    code: /\b(defer|finally)\b.*|\.(close|Close|release|Release|dispose|Dispose|destroy|free|unsubscribe|unref|removeListener|removeEventListener|disconnect|shutdown|end)\(|\bwith open\b|\basync with\b|\busing\s*\(|try\s*\(|\bclearInterval|\bclearTimeout|\.Stop\(|\bcancel\(\)|returnToPool|putConn/,
    words: /\b(close|release|dispose|free|unsubscribe|clear interval|cancel|put back|return to pool)\b/,
    weight: 2.8,
    predicts: ['descriptors', 'connections', 'memory', 'oom', 'tasks', 'lock'],
  },
  {
    name: 'lock',
    what: 'a lock',
    code: /\b(\w*[mM]utex|\.R?Lock\(\)|\.R?Unlock\(\)|synchronized|FOR UPDATE|SKIP LOCKED|ReentrantLock|sync\.Map|ConcurrentHashMap|Atomic\w+|atomic\.|AtomicReference|compareAndSet|threading\.Lock|asyncio\.Lock|with \w*lock\b|advisory_lock|SETNX|redlock|@Lock|@Version|optimistic)/i,
    words: /\b(mutex|locks?|synchronized|atomic|semaphore|version check)\b/,
    weight: 2.8,
    predicts: ['data', 'crash', 'lock', 'null-use'],
  },
  {
    name: 'shared-flight',
    what: 'request deduplication',
    words:
      /\b(single ?flight|group do|coalesc\w*|dedup\w*|in ?flight|once do|request collapsing|stampede|early expir\w*|soft ttl)\b/,
    weight: 2.8,
    predicts: ['db-load', 'cache-miss', 'cpu', 'surge', 'connections', 'data'],
  },
  {
    name: 'cache',
    what: 'a cache',
    words: /\b(cache[ds]?|cacheable|memo\w*|lru cache|get or load|get or set|remember|keep alive|etag)\b/,
    weight: 2.4,
    predicts: ['cache-miss', 'db-load', 'cpu', 'surge', 'connections', 'fan-out', 'throttled'],
  },
  {
    name: 'eviction',
    what: 'the code that keeps a collection from growing',
    words:
      /\b(lru|evict\w*|max (size|entries|items|len\w*)|maxlen|expir\w*|ttl|prune|trim|truncate|weak ref|weak map|weak hash map|delete|remove|reset|clear|pop|shift|ltrim|setex|expire after)\b/,
    weight: 1.9,
    predicts: ['memory', 'oom', 'gc', 'disk'],
  },
  {
    name: 'freshness',
    what: 'the expiry or refresh of cached values',
    words: /\b(ttl\w*|time to live|expir\w*|max age|refresh\w*|revalidat\w*|invalidat\w*|reload\w*|stale \w+)\b/,
    weight: 2.2,
    predicts: ['auth', 'not-found', 'data', 'tls', 'dns'],
  },
  {
    name: 'rate-limit',
    what: 'a concurrency or rate limit',
    words:
      /\b(rate limit\w*|limiter|throttle\w*|semaphore|token bucket|concurrency|set limit|max in flight|max concurrent|p limit|worker pool|debounce|acquire|backpressure|high water mark|bounded)\b/,
    weight: 2.4,
    predicts: ['surge', 'cpu', 'memory', 'connections', 'throttled', 'db-load', 'tasks', 'backlog'],
  },
  {
    name: 'await',
    what: 'the wait for an operation to finish',
    code: /\bawait\b|\.Wait\(\)|\.join\(\)|\.get\(\)$|Promise\.all|\.then\(|wg\.|fsync|\.flush\(|\.Flush\(/,
    weight: 2.4,
    predicts: ['data', 'null-use', 'crash', 'not-found'],
  },
  {
    name: 'validation',
    what: 'input validation',
    words:
      /\b(validat\w*|verif\w*|sanitiz\w*|escape\w*|assert\w*|ensure|is valid|check\w*|schema|clamp|strip|trim|normaliz\w*|coerce|allow ?list|whitelist|authorize|permission|require)\b/,
    weight: 1.8,
    predicts: ['decode', 'data', 'null-use', 'auth', 'size', 'crash'],
  },
  {
    name: 'tolerance',
    what: 'the tolerance for clock skew or late data',
    words: /\b(leeway|skew|tolerance|grace|clock drift|overlap|slack|margin|lateness)\b/,
    weight: 2.8,
    predicts: ['auth', 'skew', 'data', 'not-found'],
  },
  {
    name: 'transaction',
    what: 'a transaction around several writes',
    words: /\b(transaction(al)?|begin( tx)?|commit|rollback|atomic|savepoint|unit of work)\b/,
    weight: 2.2,
    predicts: ['data', 'lock', 'connections'],
  },
  {
    name: 'error-handling',
    what: 'error handling',
    code: /\b(try|catch|except|rescue)\b|recover\(\)|if err != nil|\.catch\(|on_?[eE]rror|\.isErr\(|Result<|\bor_else\b/,
    weight: 1.7,
    predicts: ['crash', 'null-use', 'backlog', 'decode', 'data'],
  },
  {
    name: 'idempotency',
    what: 'the protection against processing something twice',
    code: /ON CONFLICT|ON DUPLICATE|INSERT IGNORE|IF NOT EXISTS|UNIQUE|idempoten|dedup|already_?processed|nonce|seen\b/i,
    weight: 2.4,
    predicts: ['data', 'lock', 'errors'],
  },
  {
    name: 'acknowledgement',
    what: 'the acknowledgement of messages',
    words:
      /\b(ack\w*|commit (sync|offset\w*|message)|delete message|mark (message|offset)|basic ack|nack|visibility)\b/,
    weight: 2.2,
    predicts: ['backlog', 'data', 'rebalance'],
  },
  {
    name: 'index',
    what: 'an index',
    code: /\b(CREATE (UNIQUE )?INDEX|db_index|add_index|createIndex|@Index|index=True|ensureIndex|USE INDEX|partition by)\b/i,
    weight: 2.6,
    predicts: ['db-load', 'cpu', 'lock'],
  },
  {
    name: 'graceful-stop',
    what: 'graceful startup or shutdown',
    words:
      /\b(pre stop|termination grace\w*|readiness\w*|liveness\w*|startup probe|graceful\w*|drain\w*|sigterm|shutdown|wait for|max unavailable|pod disruption\w*|min available)\b/,
    weight: 2.2,
    predicts: ['crash', 'unreachable', 'errors'],
  },
  {
    name: 'credential',
    what: 'a credential or permission',
    words:
      /\b(authoriz\w*|bearer|api key|token|credential\w*|secret\w*|sign(ed|ature)?|role|policy|grant|iam|service account|allow|certificate|ca file|root ca\w*|trust\w*)\b/,
    weight: 1.8,
    predicts: ['auth', 'tls'],
  },
  {
    name: 'header',
    what: 'a header that other services rely on',
    code: /\b(setHeader|Header\(\)\.(Set|Add)|headers?\[|add_header|proxy_set_header|\.header\(|headers\.(set|append)|X-[A-Z][\w-]+)/,
    weight: 2,
    predicts: ['missing-name', 'auth', 'not-found', 'decode', 'errors'],
  },
  {
    name: 'pooling',
    what: 'connection or worker pooling',
    words: /\b(keep ?alive|pool\w*|max idle\w*|reuse|shared client|session|persistent)\b/,
    weight: 1.9,
    predicts: ['connections', 'descriptors', 'tls', 'cpu', 'memory'],
  },
  {
    name: 'time-zone',
    what: 'explicit time zone or encoding handling',
    code: /\b(UTC|utc|timezone|tzinfo|ZoneId|Locale|utf-?8|encoding=|charset|BigDecimal|Decimal\(|parseInt\(.*10\))/,
    weight: 1.8,
    predicts: ['data', 'decode', 'skew'],
  },
  {
    name: 'fixed-order',
    what: 'a fixed order',
    code: /\bsort(ed)?\(|\.sort\b|ORDER BY|\bmin\(.*|\bmax\(.*|Comparator|orderBy\(/,
    weight: 1.9,
    predicts: ['lock', 'data'],
  },
  {
    name: 'call-option',
    what: 'a setting, so the default applies',
    code: /\b(With[A-Z]\w+|set[A-Z]\w+|Set[A-Z]\w+|Max[A-Z]\w+)\(|^\w[\w.-]*:\s*[\w.]+$|^\w[\w.-]*\s*=\s*[\w."']+$/,
    weight: 1.9,
    predicts: ['size', 'timeout', 'connections', 'memory', 'throttled', 'tls', 'auth', 'data', 'backlog'],
  },
]
