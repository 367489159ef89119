import { FileBytes } from '../http/file-content.js'
import { defineRoute } from '../http/route.js'

export const createBackup = defineRoute({
  id: 'createBackup',
  tag: 'Installation',
  method: 'post',
  path: '/api/v1/backups/',
  scope: 'backups:write',
  rateLimit: 'query',
  summary: 'Make a backup of the control plane',
  description:
    'The file holds everything but telemetry, of all organizations, with hashes of keys and passwords: keep it secret. ' +
    'Only callers of the organization that the first start created may download it. One backup is made at a time.',
  status: 200,
  response: FileBytes,
})
