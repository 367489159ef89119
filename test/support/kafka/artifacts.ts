import { join } from 'node:path'
import { fetchJars, jarCache } from '../fetch-jars.js'

/** Cache of the broker's classes, kept between runs. */
export const kafkaJars = join(jarCache, 'kafka-4.1.1')

/** Fetches the broker from Maven if it is missing. */
export function fetchKafka(): Promise<void> {
  return fetchJars(kafkaJars, join(import.meta.dirname, 'pom.xml'))
}
