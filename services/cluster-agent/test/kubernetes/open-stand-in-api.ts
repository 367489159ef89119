import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KubernetesStandIn } from '../../../../test/support/kubernetes/kubernetes-stand-in.js'
import { createKubernetesApi, type KubernetesAccess, type KubernetesApi } from '../../src/kubernetes/kubernetes-api.js'
import { sendRequest } from '../../src/requests/send-request.js'

/** The API as seen by an agent in the stand-in's cluster. */
export function openStandInApi(standIn: KubernetesStandIn, access: Partial<KubernetesAccess> = {}): KubernetesApi {
  const { url, serviceAccountDirectory } = standIn
  return createKubernetesApi(
    {
      apiUrl: url,
      kubeletUrl: url,
      readToken: async () => (await readFile(join(serviceAccountDirectory, 'token'), 'utf8')).trim(),
      insecureKubelet: false,
      ...access,
    },
    sendRequest,
  )
}
