import { measureAlerts } from './measure-alerts.js'
import { measureAttacks } from './measure-attacks.js'
import { measureClusterAgent } from './measure-cluster-agent.js'
import { measureConsumer } from './measure-consumer.js'
import { measureEngine } from './measure-engine.js'
import { measureFacts } from './measure-facts.js'
import { measureGrowth } from './measure-growth.js'
import { measureIncidents } from './measure-incidents.js'
import { measureIngest } from './measure-ingest.js'
import { measureIssues } from './measure-issues.js'
import { measureIssuesList } from './measure-issues-list.js'
import { measureKafka } from './measure-kafka.js'
import { measureLatency } from './measure-latency.js'
import { measureOtlp } from './measure-otlp.js'
import { measureParser } from './measure-parser.js'
import { measurePeers } from './measure-peers.js'
import { measureQueries } from './measure-queries.js'
import { measureSamples } from './measure-samples.js'
import { measureScaling } from './measure-scaling.js'
import { measureSessions } from './measure-sessions.js'
import { measureSoak } from './measure-soak.js'
import { measureSourceMaps } from './measure-source-maps.js'
import { measureStart } from './measure-start.js'
import { measureStorage } from './measure-storage.js'
import { measureStore } from './measure-store.js'
import { measureWeb } from './measure-web.js'
import { measureWorkflows } from './measure-workflows.js'
import type { Measurement } from './report.js'

/** Parts of `make bench` by `ONLY` name. Each ratio alternates with its baseline. */
export const parts: Readonly<Record<string, () => Promise<Measurement[]>>> = {
  start: measureStart,
  ingest: measureIngest,
  parser: measureParser,
  otlp: measureOtlp,
  samples: measureSamples,
  consumer: measureConsumer,
  'source-maps': measureSourceMaps,
  store: measureStore,
  engine: measureEngine,
  storage: measureStorage,
  peers: measurePeers,
  soak: measureSoak,
  kafka: measureKafka,
  scaling: measureScaling,
  latency: measureLatency,
  queries: measureQueries,
  growth: measureGrowth,
  'issue-list': measureIssuesList,
  facts: measureFacts,
  sessions: measureSessions,
  workflows: measureWorkflows,
  alerts: measureAlerts,
  issues: measureIssues,
  incidents: measureIncidents,
  'cluster-agent': measureClusterAgent,
  web: measureWeb,
  attacks: measureAttacks,
}

/** Short enough for CI, with ratios that are meaningful on any machine. */
export const checkedParts = ['parser', 'otlp'] as const
