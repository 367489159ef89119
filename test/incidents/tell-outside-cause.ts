import { addDecoy, addInnocents } from './innocents.js'
import type { Incident, IncidentKind, Truth } from './incident.js'
import { beginStory, endStory, type Story } from './story.js'
import { addLog, addLogs, addMetric, addService, addTraces, raiseAlert } from './telemetry.js'

/** The truth of an incident that no commit caused. */
type Outcome = Pick<Truth, 'first_failing_service' | 'blast_radius' | 'remediation'>

/** Generates an incident without a guilty commit; an innocent deployment still precedes the onset. */
function tellOutsideCause(kind: IncidentKind, seed: number, tell: (story: Story) => Outcome): Incident {
  const story = beginStory(kind, seed)
  addInnocents(story)
  const decoy = addDecoy(story, story.cast.failing, story.onset - story.random.integer(3, 8))
  const outcome = tell(story)
  addService(story, story.cast.bystander)
  return endStory(story, { expected: 'none', root_cause_commit: 'none', decoy_deploy_commits: [decoy], ...outcome })
}

/** The database primary is lost minutes after an innocent deployment of its client. */
export const tellInnocentDeploy = (kind: IncidentKind, seed: number) =>
  tellOutsideCause(kind, seed, (story) => {
    const { cast, onset, random } = story
    const host = `${cast.dependency}-${random.integer(0, 2)}`
    addService(story, cast.failing, { errors: 0.61 })
    addService(story, cast.edge, { errors: 0.4 })
    addMetric(story, cast.dependency, 'primary_up', { from: 1, to: 0, since: onset - 1, rise: 1, noise: 0 })
    addMetric(story, cast.dependency, 'replication_lag_seconds', { from: 0.2, to: 940, since: onset - 1, rise: 20 })
    addLog(story, onset - 1, {
      service: cast.dependency,
      level: 'ERROR',
      msg: `primary ${host} is unreachable: no heartbeat for 30 s; failover has not completed`,
    })
    addLogs(story, onset, () => ({
      service: cast.failing,
      level: 'ERROR',
      msg: `connection to primary ${host}:5432 lost: host is down (${cast.noun} ${random.integer(100, 9_999)})`,
      attributes: { peer: host },
    }))
    addTraces(story, { failsAt: 'dependency' })
    raiseErrors(story, cast.failing, 0.61)
    return { first_failing_service: cast.dependency, blast_radius: [cast.failing, cast.edge], remediation: 'failover' }
  })

/** Far more users arrive than there is capacity for. */
export const tellSurge = (kind: IncidentKind, seed: number) =>
  tellOutsideCause(kind, seed, (story) => {
    const { cast, onset, random } = story
    const times = random.integer(5, 9)
    addService(story, cast.edge, { requests: times, errors: 0.04 })
    addService(story, cast.failing, { requests: times, errors: 0.24, slower: 9 })
    addMetric(story, cast.failing, 'queue_depth', { from: 4, to: 4_800, since: onset + 2, rise: 8 })
    addLogs(story, onset + 2, () => ({
      service: cast.failing,
      level: 'WARN',
      msg: `queue is full: shedding request, ${random.integer(3_000, 5_000)} waiting`,
      attributes: { status: 503 },
    }))
    addTraces(story, { failsAt: 'failing', slowMs: 800 })
    raiseErrors(story, cast.failing, 0.24)
    return { first_failing_service: cast.failing, blast_radius: [cast.edge], remediation: 'scale' }
  })

/** Someone else's job saturates the service's node. */
export const tellNoisyNode = (kind: IncidentKind, seed: number) =>
  tellOutsideCause(kind, seed, (story) => {
    const { cast, onset, random } = story
    const node = `node-${random.integer(3, 40)}`
    addService(story, cast.failing, { slower: 14, errors: 0.03 })
    addService(story, cast.edge, { slower: 6 })
    addMetric(story, node, 'node_cpu_utilization', { from: 0.42, to: 0.99, since: onset - 2, rise: 2, noise: 0.02 })
    addMetric(story, node, 'node_cpu_steal_ratio', { from: 0.004, to: 0.47, since: onset - 2, rise: 2 })
    addMetric(story, cast.failing, 'cpu_throttled_ratio', { from: 0.01, to: 0.71, since: onset - 1, rise: 3 })
    addLog(story, onset - 2, {
      service: node,
      level: 'WARN',
      msg: `pod batch-export-${random.hex(5)} started on ${node} without a processor limit`,
    })
    addLogs(story, onset, () => ({
      service: cast.failing,
      level: 'WARN',
      msg: `slow: waited ${random.integer(700, 2_400)} ms for processor time, noisy neighbour on ${node}`,
      attributes: { node },
    }))
    addTraces(story, { slowMs: 1_300 })
    raiseAlert(story, {
      service: cast.failing,
      metric: 'http_server_duration_p99_ms',
      observed: 2_100,
      threshold: 800,
      summary: `${cast.failing} answers slowly`,
    })
    return { first_failing_service: cast.failing, blast_radius: [cast.edge], remediation: 'reschedule' }
  })

/** A provider that the service calls is down, and reports it. */
export const tellUpstreamOutage = (kind: IncidentKind, seed: number) =>
  tellOutsideCause(kind, seed, (story) => {
    const { cast, onset, random, incident, at } = story
    const provider = random.pick(['mailjoy', 'geopoint', 'cardlink', 'smsly'])
    const host = `api.${provider}.example`
    addService(story, cast.failing, { errors: 0.52, slower: 4 })
    addService(story, cast.edge, { errors: 0.3 })
    incident.statusFeed = {
      provider,
      incidents: [
        {
          created_at: at(onset - 1),
          status: 'investigating',
          name: 'Elevated error rates of the API',
          body: `We see many requests to ${host} answered with status 503 and are investigating.`,
        },
      ],
    }
    addLogs(story, onset, () => ({
      service: cast.failing,
      level: 'ERROR',
      msg: `${provider} answered 503 Service Unavailable for POST https://${host}/v2/${cast.noun}s`,
      attributes: { peer: host, status: 503 },
    }))
    addTraces(story, { failsAt: 'failing' })
    raiseErrors(story, cast.failing, 0.52)
    return { first_failing_service: cast.failing, blast_radius: [cast.edge], remediation: 'escalate-upstream' }
  })

/** A certificate expires. */
export const tellCertificate = (kind: IncidentKind, seed: number) =>
  tellOutsideCause(kind, seed, (story) => {
    const { cast, onset, random } = story
    addService(story, cast.failing, { errors: 0.93 })
    addService(story, cast.edge, { errors: 0.7 })
    const left = onset * 60
    const until = { from: left, to: left - 105 * 60, since: 0, rise: 105, noise: 0 }
    addMetric(story, cast.dependency, 'tls_certificate_expires_in_seconds', until)
    addLogs(story, onset, () => ({
      service: cast.failing,
      level: 'ERROR',
      msg: `x509: certificate has expired or is not yet valid: ${cast.dependency}.internal (request ${random.integer(1_000, 9_999)})`,
      attributes: { peer: `${cast.dependency}.internal` },
    }))
    addTraces(story, { failsAt: 'dependency' })
    raiseErrors(story, cast.failing, 0.93)
    return { first_failing_service: cast.failing, blast_radius: [cast.edge], remediation: 'rotate-cert' }
  })

/** Name resolution fails, for several services and hosts at once. */
export const tellDns = (kind: IncidentKind, seed: number) =>
  tellOutsideCause(kind, seed, (story) => {
    const { cast, onset, random } = story
    const services = [cast.failing, cast.edge, cast.bystander]
    const hosts = [
      `${cast.dependency}.data.svc.cluster.local`,
      `${cast.failing}.apps.svc.cluster.local`,
      'push.example.net',
    ]
    for (const service of services.slice(0, 2)) addService(story, service, { errors: 0.45 })
    addMetric(story, 'coredns', 'dns_servfail_ratio', { from: 0.0004, to: 0.63, since: onset - 1, rise: 2 })
    addMetric(story, 'coredns', 'dns_request_duration_p99_ms', { from: 9, to: 4_900, since: onset - 1, rise: 2 })
    for (const [index, service] of services.entries()) {
      const host = hosts[index] ?? ''
      addLogs(story, onset, () => ({
        service,
        level: 'ERROR',
        msg: random.pick([`getaddrinfo EAI_AGAIN ${host}`, `lookup ${host}: no such host`]),
        attributes: { peer: host },
      }))
    }
    addTraces(story, { failsAt: 'failing' })
    raiseErrors(story, cast.failing, 0.45)
    return {
      first_failing_service: cast.failing,
      blast_radius: [cast.edge, cast.bystander],
      remediation: 'escalate-upstream',
    }
  })

/** Nothing is wrong: an outlier paged someone. */
export function tellHealthy(kind: IncidentKind, seed: number): Incident {
  const story = beginStory(kind, seed)
  const { cast, incident } = story
  addInnocents(story)
  const decoy = addDecoy(story, cast.failing, story.onset - story.random.integer(3, 8))
  for (const service of [cast.failing, cast.edge, cast.bystander]) addService(story, service)
  const single = incident.metrics.find(
    ({ service, metric, timestamp }) =>
      service === cast.failing && metric === 'http_5xx_ratio' && timestamp >= story.at(story.onset),
  )
  if (single) single.value = 0.02
  addTraces(story)
  raiseErrors(story, cast.failing, 0.02)
  return endStory(story, {
    expected: 'abstain',
    root_cause_commit: 'none',
    first_failing_service: cast.failing,
    blast_radius: [],
    remediation: 'none',
    decoy_deploy_commits: [decoy],
  })
}

function raiseErrors(story: Story, service: string, observed: number): void {
  const summary = `${service} answers too many server errors`
  raiseAlert(story, { service, metric: 'http_5xx_ratio', observed, threshold: 0.015, summary })
}
