import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** Kubernetes versions with recordings in `test/fixtures/kubernetes`, whose README says how they were made. */
export const recordedVersions = ['1.32', '1.34', '1.37'] as const
type RecordedVersion = (typeof recordedVersions)[number]

/** What the API server and the kubelet returned for one collection. */
export interface KubernetesAnswers {
  /** Unix milliseconds. */
  at: number
  /** The kubelet's `/stats/summary`. */
  summary: { node: RecordedStats; pods: RecordedPodStats[] }
  node: RecordedNode
  /** Pods of the node. */
  pods: RecordedPod[]
  /** Pending pods without a node. */
  unscheduled: RecordedPod[]
  /** Warning events. */
  events: RecordedEvent[]
}

/** The parts of these objects that tests read; recordings contain them completely. */
export interface RecordedStats {
  name?: string
  cpu?: { usageNanoCores?: number; usageCoreNanoSeconds?: number }
  memory?: { workingSetBytes?: number; rssBytes?: number }
  network?: RecordedNetwork
  fs?: { usedBytes: number; capacityBytes: number }
}

interface RecordedCounters {
  name: string
  rxBytes?: number
  txBytes?: number
}

interface RecordedNetwork extends Partial<RecordedCounters> {
  interfaces?: RecordedCounters[]
}

interface RecordedPodStats {
  podRef: { namespace: string; name: string }
  containers?: RecordedStats[]
  network?: RecordedNetwork
}

interface RecordedNode {
  status: { capacity: Record<string, string>; allocatable: Record<string, string> }
}

export interface RecordedContainerStatus {
  name: string
  restartCount: number
  state: { waiting?: { reason: string }; terminated?: RecordedEnd }
  lastState: { terminated?: RecordedEnd }
}

interface RecordedEnd {
  reason: string
  exitCode: number
  containerID: string
}

export interface RecordedPod {
  metadata: { namespace: string; name: string }
  status: {
    phase: string
    containerStatuses?: RecordedContainerStatus[]
    initContainerStatuses?: RecordedContainerStatus[]
  }
}

interface RecordedEvent {
  metadata: { namespace: string; uid: string }
  involvedObject: { kind: string; name: string }
  count?: number
}

/** Reads a version's recording: the answers of successive collections, oldest first. */
export function readRecording(version: RecordedVersion): KubernetesAnswers[] {
  const path = new URL(`../../fixtures/kubernetes/${version}.ndjson.gz`, import.meta.url)
  const lines = gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as KubernetesAnswers)
}
