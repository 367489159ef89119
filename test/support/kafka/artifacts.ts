import { join } from 'node:path'
import { fetchJars, jarCache } from '../fetch-jars.js'

/** Where the classes of the broker lie once they were fetched, kept from run to run. */
export const kafkaJars = join(jarCache, 'kafka-4.1.1')

/** Fetches the broker from Maven when it is not there yet. */
export function fetchKafka(): Promise<void> {
  return fetchJars(kafkaJars, join(import.meta.dirname, 'pom.xml'))
}
