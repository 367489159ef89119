import { readJson } from '../requests/read-json.js'
import type { SendRequest } from '../requests/send-request.js'

/** Addresses of the API server and the kubelet, and credentials for them. */
export interface KubernetesAccess {
  apiUrl: string
  kubeletUrl: string
  /** Called for each request: Kubernetes replaces tokens about once an hour. */
  readToken: () => Promise<string>
  /** The cluster's certificate authority in PEM; the system's by default. */
  ca?: string
  /** Disables verification of the kubelet's certificate. */
  insecureKubelet: boolean
}

/** The agent's read-only requests to Kubernetes. */
export interface KubernetesApi {
  /** The kubelet's `/stats/summary`. */
  readSummary(): Promise<unknown>
  /** @param path on the API server, with parameters. */
  read(path: string): Promise<unknown>
}

const withinMs = 10_000
/** Limit of one response: the pods of a node, or a page of events. */
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
