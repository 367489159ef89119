import type { Random } from '../support/random.js'

/** An incident's services: requests go from the edge through the failing service to its dependency. */
export interface Cast {
  edge: string
  failing: string
  dependency: string
  /** Not part of these requests. */
  bystander: string
  /** The services' domain, as named in code: `invoice`. */
  noun: string
}

type Domain = Omit<Cast, 'bystander'>

const domains: readonly [Domain, ...Domain[]] = [
  { noun: 'invoice', failing: 'invoicing', dependency: 'invoice-db', edge: 'account-web' },
  { noun: 'parcel', failing: 'parcel-api', dependency: 'parcel-store', edge: 'courier-app' },
  { noun: 'ticket', failing: 'ticketing', dependency: 'seat-db', edge: 'box-office' },
  { noun: 'recipe', failing: 'recipes', dependency: 'recipe-index', edge: 'kitchen-web' },
  { noun: 'policy', failing: 'underwriting', dependency: 'policy-db', edge: 'broker-portal' },
  { noun: 'lesson', failing: 'lesson-api', dependency: 'course-store', edge: 'campus-web' },
  { noun: 'reading', failing: 'meter-ingest', dependency: 'meter-db', edge: 'meter-gateway' },
  { noun: 'voucher', failing: 'voucher-service', dependency: 'voucher-cache', edge: 'till' },
  { noun: 'article', failing: 'newsroom', dependency: 'article-store', edge: 'reader-web' },
  { noun: 'booking', failing: 'bookings', dependency: 'booking-db', edge: 'travel-web' },
]
const bystanders = ['newsletter', 'avatar-resizer', 'sitemap', 'loyalty', 'survey'] as const

export function castIncident(random: Random): Cast {
  return { ...random.pick(domains), bystander: random.pick(bystanders) }
}
