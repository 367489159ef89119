/** Separate entry point, so that processes that do not use Kafka need not load its client. */
export type { KafkaLogOptions, KafkaNotice, TopicSettings } from './kafka-log-options.js'
export { openKafkaLog } from './open-kafka-log.js'
