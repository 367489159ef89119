import { Type } from 'typebox'
import { Closed } from '../../schema.js'

/** An organization as Sentry's clients name it. */
export const SentryOrganization = Type.String({
  minLength: 1,
  maxLength: 250,
  description: 'Organization id, or its name in lower case with dashes in place of anything but letters and digits',
})

/** A project as Sentry's clients name it. */
export const SentryProject = Type.String({
  minLength: 1,
  maxLength: 250,
  description: 'Project id, DSN number, or its name in lower case with dashes',
})

export const SentryOrganizationParameters = Closed({ organization: SentryOrganization })
export const SentryProjectParameters = Closed({ organization: SentryOrganization, project: SentryProject })
