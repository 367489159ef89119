import { EventUser, createValidator } from '@signalbox/contracts'

const validateUser = createValidator(EventUser)

/** The stored user; null if there is none. */
export function parseUser(json: string): EventUser | null {
  if (json === '') return null
  const validation = validateUser(JSON.parse(json))
  return validation.ok ? validation.value : null
}
