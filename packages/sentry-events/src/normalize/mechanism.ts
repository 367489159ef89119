import type { NormalMechanism } from '../normal-event.js'
import type { Fields } from './fields.js'

const bagLimits = { sizeMax: 2_048, depthMax: 5 }

/**
 * Reads how an exception was caught.
 * @returns undefined if the SDK did not say.
 */
export function readMechanism(fields: Fields | undefined): NormalMechanism | undefined {
  return (
    fields && {
      type: fields.text('type', 128) || 'generic',
      handled: fields.flag('handled'),
      synthetic: fields.flag('synthetic') === true,
      source: fields.text('source', 256),
      exceptionId: fields.count('exception_id'),
      parentId: fields.count('parent_id'),
      isExceptionGroup: fields.flag('is_exception_group') === true,
      description: fields.text('description', 1_024),
      helpLink: fields.text('help_link', 1_024),
      data: fields.object('data', bagLimits),
      meta: fields.object('meta', bagLimits),
    }
  )
}
