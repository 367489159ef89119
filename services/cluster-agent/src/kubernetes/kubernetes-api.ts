import { readJson } from '../requests/read-json.js'
import type { SendRequest } from '../requests/send-request.js'

/** Where the API server and the kubelet are, and how to get in. */
export interface KubernetesAccess {
  apiUrl: string
  kubeletUrl: string
  /** Called for each request: Kubernetes replaces tokens about once an hour. */
  readToken: () => Promise<string>
  /** Certificate authority of the cluster, PEM; the system's when left out. */
  ca?: string
  /** Whether the kubelet may show any certificate. */
  insecureKubelet: boolean
}

/** The questions that the agent asks Kubernetes; all of them only read. */
export interface KubernetesApi {
  /** The kubelet's `/stats/summary`. */
  readSummary(): Promise<unknown>
  /** @param path Of the API server, with its parameters. */
  read(path: string): Promise<unknown>
}

const withinMs = 10_000
/** Of one answer: the pods of a node, or a page of events. */
const bytesMax = 32 * 1_024 * 1_024

export function createKubernetesApi(access: KubernetesAccess, send: SendRequest): KubernetesApi {
  const { apiUrl, kubeletUrl, ca, insecureKubelet, readToken } = access
  const read = async (url: string, insecureTls: boolean) =>
    readJson(send, {
      url,
      headers: { authorization: `Bearer ${await readToken()}`, accept: 'application/json' },
      ...(ca !== undefined && { ca }),
      insecureTls,
      withinMs,
      bytesMax,
    })
  return {
    readSummary: () => read(`${kubeletUrl}/stats/summary`, insecureKubelet),
    read: (path) => read(`${apiUrl}${path}`, false),
  }
}
