import { asPhrase } from '../text/words.js'

const failures =
  /\b(err(ors?)?|fail(s|ed|ures?|ing)?|5xx|50\d|4xx|429|reject(s|ed|ions?)?|refused|den(y|ied|ies)|time ?outs?|timed out|restarts?|crash\w*|oom|kill(s|ed)?|lag|loss|lost|drop(s|ped)?|abort(s|ed)?|retr(y|ies)|stale\w*|age|dead ?letter\w*|dlq|unavailable|deadlocks?|throttl\w*|evict\w*|miss(es|ed)?|exceptions?|panics?|shed\w*|bounce\w*|unhealthy|not ready|conflicts?|gaps?|redeliver\w*|duplicates?)\b/
const slowness =
  /\b(latency|duration|p\d{2,3}|response time|wait\w*|time|seconds|ms|queue\w*|backlog|depth|pending|inflight|blocked|delay|stall\w*)\b/

/** True if, by its name, a metric counts failures. */
export function isFailureMetric(metric: string): boolean {
  return failures.test(asPhrase(metric))
}

/** True if users notice a rise of the metric: it counts failures or measures durations. */
export function isFeltMetric(metric: string): boolean {
  return isFailureMetric(metric) || slowness.test(asPhrase(metric))
}
