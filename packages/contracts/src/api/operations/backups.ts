import { FileBytes } from '../http/file-content.js'
import { defineRoute } from '../http/route.js'

export const createBackup = defineRoute({
  id: 'createBackup',
  tag: 'Installation',
  method: 'post',
  path: '/api/v1/backups/',
  scope: 'backups:write',
  rateLimit: 'query',
  summary: 'Create a backup of the control plane',
  description:
    'The file contains everything except telemetry, for all organizations, including hashes of keys and ' +
    'passwords: keep it secret. Only callers in the organization that was created on first start can ' +
    'download it. Only one backup can be in progress at a time.',
  status: 200,
  response: FileBytes,
})
