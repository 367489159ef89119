/**
 * Every limit of the system with what happens at it. A limit that operators may set is a default here and is named
 * in the configuration of the service that enforces it.
 */

const KIB = 1024
const MIB = 1024 * KIB
const GIB = 1024 * MIB

export const limits = {
  /** Request bodies. Beyond: 413, nothing of the request is kept. Inflated sizes are checked while inflating. */
  body: {
    /** JSON APIs, after inflation. */
    jsonBytesMax: 1 * MIB,
    /** Metrics and spans requests, after inflation. */
    telemetryBytesMax: 16 * MIB,
    /** Envelopes and legacy store requests as they arrive on the wire. */
    envelopeWireBytesMax: 20 * MIB,
    /** Envelopes after inflation. */
    envelopeBytesMax: 100 * MIB,
    /** JSON nested deeper than this is invalid (400), so that no recursive step can exhaust the stack. */
    jsonDepthMax: 64,
    /** A zstd frame that asks for a larger window is refused as undecodable (400): RFC 8878 lets decoders do so. */
    zstdWindowBytesMax: 8 * MIB,
    /** Bodies held in memory by all ingest requests together, as received and inflated. Beyond: 503 with Retry-After. */
    inFlightBytesMax: 256 * MIB,
  },
  /** One envelope. Beyond: 413 for the whole envelope. Unknown item types are exempt. */
  envelope: {
    headerLineBytesMax: 64 * KIB,
    itemsMax: 10_000,
    /** All event-like items together: event, transaction, security, feedback, replay_event, form_data. */
    eventBytesMax: 1 * MIB,
    eventItemsMax: 1,
    attachmentItemsMax: 30,
    attachmentBytesMax: 100 * MIB,
    sessionItemsMax: 100,
    sessionBytesMax: 10 * MIB,
    clientReportItemsMax: 100,
    clientReportBytesMax: 100 * KIB,
    checkInBytesMax: 100 * KIB,
    containerBytesMax: 12 * MIB,
    /** Mean size of the entries of a container. */
    logEntryBytesMax: 2 * MIB,
    traceMetricEntryBytesMax: 1 * MIB,
    standaloneSpanItemsMax: 25,
    standaloneSpanBytesMax: 10 * MIB,
    profileBytesMax: 50 * MIB,
    replayBytesMax: 10 * MIB,
    metricBucketBytesMax: 1 * MIB,
  },
  /** One metrics or spans request. */
  batch: {
    /** Items in one request. Beyond: 400. */
    itemsMax: 10_000,
    /** Items that `rejected` describes; further ones are counted in `rejected_total` only. */
    rejectedListedMax: 1_000,
  },
  /** One metric sample. Beyond: the sample is rejected with its index. */
  metric: {
    labelLengthMax: 253,
    nameLengthMax: 200,
    namesMax: 64,
  },
  /** One span. Beyond: a span posted as JSON is rejected with its index; a Sentry span is trimmed. */
  span: {
    serviceLengthMax: 200,
    operationLengthMax: 1_000,
    statusLengthMax: 64,
    attributesMax: 256,
    attributeKeyLengthMax: 200,
    attributeValueLengthMax: 8_192,
    durationMsMax: 31 * 24 * 3_600_000,
  },
  /** One error event: trimmed, never refused, as the protocol demands. Lengths in characters. */
  event: {
    messageLengthMax: 8_192,
    exceptionTypeLengthMax: 256,
    exceptionValueLengthMax: 8_192,
    exceptionsMax: 50,
    framesMax: 250,
    framesDetailedMax: 50,
    tagKeyLengthMax: 200,
    tagValueLengthMax: 200,
    breadcrumbsMax: 100,
    loggerLengthMax: 64,
    transactionLengthMax: 200,
    serverNameLengthMax: 256,
    releaseLengthMax: 200,
    environmentLengthMax: 64,
    distLengthMax: 64,
    extraBytesMax: 256 * KIB,
    extraValueBytesMax: 16 * KIB,
    contextBytesMax: 8 * KIB,
    payloadBytesMax: 1 * MIB,
  },
  /** One file that came with an event. A larger one is dropped and counted; longer texts are cut. Lengths in characters. */
  attachment: { bytesMax: 20 * MIB, nameLengthMax: 255, typeLengthMax: 128 },
  /** One feedback: texts are cut. Lengths in characters. */
  feedback: { messageLengthMax: 4_096, nameLengthMax: 256, urlLengthMax: 2_048, sourceLengthMax: 64 },
  /** Log entries. Longer texts are cut; entries beyond the most in one container are dropped and counted. */
  log: { bodyLengthMax: 256 * KIB, entriesMax: 50_000 },
  /** Measurements of applications. As with log entries. */
  appMetric: { nameLengthMax: 200, unitLengthMax: 64, entriesMax: 50_000 },
  /**
   * Sessions that started longer ago or further ahead are dropped and counted; summed sessions beyond the most in one
   * item are left out.
   */
  session: { ageMsMax: 5 * 24 * 3_600_000, aheadMsMax: 60_000, aggregatesMax: 1_000 },
  /** What an SDK reports to have dropped: longer names are cut, rows beyond the most in one report are left out. */
  clientReport: { textLengthMax: 64, rowsMax: 1_000 },
  /** One check-in: a longer name of its monitor is cut. */
  checkIn: { slugLengthMax: 128 },
  /** Reports of one request to the security endpoint. Further ones are dropped and counted. */
  security: { reportsMax: 100 },
  /** Floods of one error in a consumer batch: so many events of a fingerprint are always kept in full. */
  sampling: { keptMin: 3 },
  /** Queries. Out of range: 400 naming the parameter. */
  query: {
    errorsLimitDefault: 100,
    errorsLimitMax: 1_000,
    metricsLimitDefault: 1_000,
    metricsLimitMax: 10_000,
    tracesLimitDefault: 100,
    tracesLimitMax: 1_000,
    logsLimitDefault: 100,
    logsLimitMax: 1_000,
    feedbackLimitDefault: 100,
    feedbackLimitMax: 1_000,
    /** Names of application metrics, and measurements of one, on a page. */
    appMetricsLimitDefault: 100,
    appMetricsLimitMax: 1_000,
    /** Buckets of a series. Beyond: 400 naming the least interval. */
    appMetricBucketsMax: 500,
    /** Groups of a series. Beyond: the largest are kept, the others counted. */
    appMetricGroupsMax: 20,
    /** Conditions on attributes in one query. */
    attributeFiltersMax: 10,
    /** Bytes of attributes in one answer. Beyond: entries are answered without theirs, and counted. */
    attributeBytesMax: 16 * MIB,
    /** Characters of a log entry in a list. Beyond: cut. */
    logBodyLengthMax: 16_384,
    /** Spans of one trace. Beyond: the earliest are kept, and the answer says that it is cut. */
    traceSpansMax: 10_000,
    /** Levels of a tree of spans. Beyond: flat at the last level. Readers of JSON give up at 1 000 nested values. */
    traceDepthMax: 400,
    /** Events of one trace. Beyond: the earliest are kept, all are counted. */
    traceErrorsMax: 1_000,
    /** Attachments and feedback that an event is shown with, the newest. */
    eventAttachmentsMax: 200,
    eventFeedbackMax: 100,
    releasesLimitDefault: 100,
    releasesLimitMax: 500,
    monitorsLimitDefault: 50,
    monitorsLimitMax: 200,
    /** Expected runs of one monitor in one query. Beyond: the newest are judged. */
    occurrencesMax: 1_000,
    /** Check-ins of one monitor in one query. Beyond: the newest are judged. */
    checkInsMax: 4_000,
    monitorRunsRecent: 20,
    /** Projects and environments that a monitor is answered for. */
    monitorPlacesMax: 20,
    /** Sums of the ledger, the largest. */
    outcomesMax: 1_000,
    /** Points of a series of the ledger. Beyond: 400 asking for longer intervals. */
    outcomePointsMax: 20_000,
    /** Fingerprints of one issue that are explained. */
    issueFingerprintsMax: 200,
    /** Stored events that a dry run of rules groups again; issues that it lists, and parts of each. */
    dryRunEventsDefault: 5_000,
    dryRunEventsMax: 20_000,
    dryRunListedMax: 100,
    /** Dry runs at the same time. Beyond: 503 with Retry-After. */
    dryRunsMax: 2,
    /** Intervals of the series of services and metrics. Beyond: 400 naming the least interval. */
    seriesIntervalsMax: 1_500,
    /** Points of all series of an answer: by default intervals are as long as it takes to keep to it. */
    seriesPointsMax: 60_000,
    /** Services and series of metrics. Beyond: those that sent, or moved, least are left out and counted. */
    servicesMax: 500,
    seriesMax: 1_000,
    /** Spans that questions about all traces look at. Beyond: one in so many traces is taken. */
    comparedSpansMax: 300_000,
    operationsLimitDefault: 500,
    operationsLimitMax: 2_000,
    dependenciesMax: 1_000,
    /** Log entries that are sorted into patterns, of warn and above and of the others each. Beyond: one in so many. */
    patternEntriesMax: 150_000,
    patternsLimitDefault: 300,
    patternsLimitMax: 1_000,
    /** Characters of a pattern, and entries of it whose attributes are compared. */
    patternLengthMax: 1_000,
    patternSampleMax: 100,
    patternExamplesMax: 5,
    /** Of examples: characters of a text, attributes, frames. Beyond: cut. */
    exampleLengthMax: 4_000,
    exampleAttributesMax: 30,
    exampleFramesMax: 30,
    errorGroupsLimitDefault: 200,
    errorGroupsLimitMax: 1_000,
    /** Traces that are answered whole, and spans of each. */
    sampledTracesMax: 60,
    sampledSpansMax: 200,
    saturationMax: 500,
    saturationRatioMin: 0.7,
    /** Characters of a SELECT, and rows of its answer. Beyond: 400, and the first rows with a word that there are more. */
    sqlLengthMax: 8_192,
    sqlRowsMax: 500,
    /** What a SELECT may take. Beyond: 400 saying what; after the time 503. */
    sqlTimeoutMs: 8_000,
    sqlMemoryBytesMax: 1 * GIB,
    sqlRowsReadMax: 50_000_000,
    sqlBytesReadMax: 8 * GIB,
    sqlAnswerBytesMax: 1 * MIB,
    /** Paging further than this is refused: narrow the time range instead. */
    offsetMax: 1_000_000,
    textLengthMax: 1_000,
    clusterHoursBackMax: 24,
    clusterTopLimitDefault: 10,
    clusterTopLimitMax: 50,
    /** Longest range between `start` and `end`, in days. */
    rangeDaysMax: 400,
    /** A query is cut off after this time: 503. */
    timeoutMs: 20_000,
    memoryBytesMax: 2 * GIB,
    /** Queries waiting for the embedded engine. Beyond: 503 with Retry-After. */
    queueMax: 64,
  },
  /** Requests per key and minute. Beyond: 429 with Retry-After. */
  rate: {
    windowMs: 60_000,
    queryPerMinute: 100,
    ingestPerMinute: 1_000,
  },
  /**
   * Requests counted in Redis. A request waits no longer for a count, and none after a failure for the pause: beyond, it
   * goes on uncounted.
   */
  sharedRate: { commandMs: 100, pauseMs: 1_000, reconnectMsMax: 2_000 },
  /** What the services of an installation ask each other. */
  internal: {
    /** One request. Steps of sessions bring their whole results. Beyond: refused. */
    bodyBytesMax: 256 * MIB,
    /** How long is waited for what a request needs to go on, and for work that is done beside requests. Beyond: 503. */
    lookupMs: 2_000,
    workMs: 30_000,
    /** Keys looked up in one request, and keys that wait for one. Beyond: 503 with Retry-After. */
    lookupsMax: 500,
    lookupsWaitingMax: 10_000,
    /** Sightings reported in one request; more go into several. */
    sightingsMax: 1_000,
    /** What is remembered of the control plane; see `LookupCachePolicy`. */
    cache: {
      freshMs: 4_000,
      usableMs: 7_000,
      absentMs: 3_000,
      pauseMs: 1_000,
      entriesMax: 20_000,
      /** How long the control plane may be away: for taking telemetry in, and for letting keys and people in. */
      intakeStaleMs: 24 * 3_600_000,
      accessStaleMs: 3_600_000,
    },
  },
  /** Members of one organization, and invitations that wait to be accepted. Beyond: 409. */
  organization: { membersMax: 1_000, invitationsMax: 200, invitationDays: 7 },
  /** Signing in with a browser. */
  signIn: {
    emailLengthMax: 254,
    passwordLengthMin: 12,
    passwordLengthMax: 256,
    /** A session that nobody uses ends after this time, and any session after the longer one. */
    sessionIdleMs: 7 * 24 * 3_600_000,
    sessionMs: 30 * 24 * 3_600_000,
    /** Sessions of one person. Beyond: the one that was used longest ago ends. */
    sessionsMax: 50,
    /** A password may be set without the one before, where there is none, so long after signing in. */
    freshMs: 600_000,
    /** Attempts with wrong passwords in a window, on one account and from one address. Beyond: 429 with Retry-After. */
    attemptWindowMs: 900_000,
    attemptsPerAccount: 10,
    attemptsPerAddress: 50,
    /** Accounts and addresses whose attempts are remembered. Beyond: the oldest are forgotten. */
    attemptsTracked: 50_000,
    /** Passwords that are checked at once, and requests that wait for it. Beyond: 503 with Retry-After. */
    passwordChecksMax: 2,
    passwordChecksWaiting: 32,
    /** Time to sign in at an identity provider. */
    providerMs: 600_000,
    /** Each answer of an identity provider. */
    providerTimeoutMs: 10_000,
  },
  /** The audit log. Older entries are deleted. */
  auditLog: { retentionDays: 400, listDefault: 100, listMax: 1_000 },
  /** Pages of workflows and runs. Out of range: 400 naming the parameter. */
  page: { sizeDefault: 20, sizeMax: 100, numberMax: 100_000 },
  /** Changes that are announced. A longer diff is cut and marked; any other excess rejects the change with its index. */
  change: {
    /** Changes in one request. Beyond: 400. */
    itemsMax: 100,
    idLengthMax: 200,
    titleLengthMax: 1_000,
    diffBytesMax: 64 * KIB,
    /** As JSON. */
    detailsBytesMax: 64 * KIB,
    filesMax: 3_000,
    pathLengthMax: 1_000,
  },
  /** Issues. Lists and requests beyond: 400; a merge that would make an issue with more fingerprints: 409. */
  issue: {
    listDefault: 100,
    listMax: 1_000,
    mergedAtOnceMax: 100,
    unmergedAtOnceMax: 1_000,
    fingerprintsMax: 10_000,
    /** Issues that are counted in one query, and fingerprints that one statement of the store is given. */
    countedAtOnceMax: 100,
    countedFingerprintsMax: 10_000,
    /** Groups of events that a ranking answers. Beyond: those that rank last are left out, and it says so. */
    rankedGroupsMax: 10_000,
    /** Merged issues whose users are counted anew for a ranking. Beyond: they rank by the largest of their groups. */
    recountedMax: 500,
    eventsDefault: 50,
    eventsMax: 500,
    /** Newest events among which the recommended one is chosen, and whose tags are counted. */
    recommendedAmongMax: 1_000,
    taggedEventsMax: 100_000,
    /** Keys of tags, and values of each; of one key alone. */
    tagKeysMax: 100,
    tagValuesListed: 10,
    tagValuesDefault: 100,
    tagValuesMax: 1_000,
    seriesIntervalsDefault: 24,
    seriesIntervalsMax: 100,
    /** Issues that one request changes or deletes. */
    changedAtOnceMax: 1_000,
    /** Events after which an archived issue comes back, and days ahead for those that come back at a time. */
    archivedEventsMax: 1_000_000,
    archivedDaysMax: 3_660,
    activitiesDefault: 100,
    activitiesMax: 1_000,
    /** Characters of a comment; comments of one issue. More of them: 409. */
    commentLengthMax: 10_000,
    commentsMax: 1_000,
    /** Releases of one project whose order is known. Beyond: the one that was first seen longest ago is forgotten. */
    releasesMax: 10_000,
    /** Fingerprints that a project drops. Beyond: 409. */
    discardedFingerprintsMax: 1_000,
    /** Days in which events from before a deletion, replayed, make no new issue. */
    deletedFingerprintDays: 90,
  },
  /** Search texts. Beyond: 400 naming the position. */
  search: {
    lengthMax: 2_000,
    /** As services ask each other, with every value in quotes and words replaced by what they stand for. */
    writtenLengthMax: 16_000,
    termsMax: 50,
    /** Values of one term. */
    valuesMax: 100,
  },
  /** DSN keys of one project, active or not. Beyond: 409. */
  project: { dsnKeysMax: 100, repositoriesMax: 100 },
  /** Channels that notices go to, and the notices. Times in milliseconds. */
  notification: {
    /** Channels of one project. Beyond: 409. */
    channelsMax: 20,
    environmentsMax: 50,
    /** Characters of a token, a secret, or the name of a channel of Slack. */
    secretLengthMax: 512,
    /** A notice waits so long, for others to come with it. */
    gatherMs: 2_000,
    /** Single messages of a channel within a minute. Beyond: what came is told in one digest, at most one a minute. */
    singlesMax: 5,
    minuteMs: 60_000,
    /** What a digest names: new issues, and everything else. The others are counted. */
    digestListedMax: 10,
    digestUrgentMax: 25,
    /** Notices of a digest that are looked at to choose these. */
    digestReadMax: 1_000,
    /** The pause after the first failure; it doubles with each, up to the longest. */
    retryBaseMs: 5_000,
    retryPauseMsMax: 900_000,
    /** A longer `Retry-After` is read as this one. */
    retryAfterMsMax: 3_600_000,
    /** A notice that was not delivered after so long is dead. */
    deadMs: 24 * 3_600_000,
    /** Messages that are on their way at once, of different channels. */
    sendsMax: 8,
    /** What is asked of telemetry for a message. Beyond: the message goes without it. */
    countsTimeoutMs: 3_000,
    /** Deployments longer before the first event are not suspected. */
    suspectedDeploymentMs: 24 * 3_600_000,
    /** Days that notices are kept. */
    retentionDays: 30,
  },
  /** Requests to addresses that users give. Beyond: the request fails. Times in milliseconds. */
  outbound: {
    /** To find the address and be connected. */
    connectTimeoutMs: 5_000,
    /** From then on to the headers of the answer, and for its body. */
    headersTimeoutMs: 10_000,
    bodyTimeoutMs: 5_000,
    /** Of the body; the rest is not read. */
    answerBytesMax: 64 * KIB,
    redirectsMax: 3,
  },
  /** Names and texts of the control plane. Beyond: 400. */
  text: { nameLengthMax: 200, urlLengthMax: 2_000, promptBytesMax: 64 * KIB },
  /** Deployments. Larger metadata, as JSON: 400. */
  deployment: { metadataBytesMax: 64 * KIB },
  /** Pages of exported telemetry end at whichever comes first; a bundle that would be larger is not written. */
  bundle: { pageItemsMax: 10_000, pageBytesMax: 8 * MIB, itemsMax: 1_000_000, bytesMax: 1 * GIB },
  /** Agent sessions. A larger context, as JSON: 400. */
  agentSession: {
    contextBytesMax: 64 * KIB,
    /** One result that is kept as evidence, as JSON. Beyond: its last rows are cut off, and the evidence says so. */
    resultBytesMax: 8 * MIB,
    /** All results of a session. Beyond: its query budget counts as spent. */
    recordBytesMax: 128 * MIB,
    /** Rows and bytes of a result that a step shows. */
    shownRowsMax: 5,
    shownBytesMax: 16 * KIB,
    /** Characters of what the agent says about a step, and of its error. Beyond: cut. */
    stepTextLengthMax: 16_384,
    /** Arguments of a step's tool, as JSON. Beyond: the step is refused. */
    stepInputBytesMax: 64 * KIB,
    /** A worker holds a session no longer than this without renewing; a later end is a clock that was set back. */
    leaseMsMax: 300_000,
    /** Workers that may begin or resume a session without finishing a step. Beyond: it fails. */
    fruitlessClaimsMax: 5,
  },
  /** Streams of events that callers watch. Beyond: 503 with Retry-After. */
  eventStream: {
    watchersMax: 500,
    watchersPerOrganizationMax: 100,
    /** A comment is sent when nothing else was, and the caller's key is looked at again. */
    heartbeatMs: 15_000,
    /** A caller that reads nothing for so long is cut off. */
    stalledMsMax: 60_000,
  },
  /** Workflows. Out of range: 400 naming the field, unless said otherwise. */
  workflow: {
    triggersMax: 20,
    filterValuesMax: 50,
    cronLengthMax: 200,
    /** Larger values of a trigger, as JSON: 400. */
    triggerContextBytesMax: 16 * KIB,
    /** Runs of one trigger within an hour, for events. Beyond: the occasion is kept as capped. */
    runsPerHourDefault: 60,
    runsPerHourMax: 1_000,
    /** Window of a condition. */
    windowMinutesDefault: 5,
    windowMinutesMax: 1_440,
    /** How long a run may take. Beyond: it fails and its session is cancelled. */
    timeoutSecondsMin: 10,
    timeoutSecondsDefault: 3_600,
    timeoutSecondsMax: 7 * 24 * 3_600,
    /** Attempts of a run that fails, the first included, and the pause before the second; it doubles with each. */
    attemptsMax: 10,
    retryBaseSecondsDefault: 60,
    retryBaseSecondsMax: 3_600,
    retryPauseSecondsMax: 24 * 3_600,
    /** Runs of a workflow that are pending or running. Beyond: occasions are skipped, people are answered 409. */
    unfinishedRunsMax: 1_000,
    /** Days that occasions and events are kept. */
    occurrenceDays: 30,
  },
  /** Alert rules. Out of range: 400 naming the field, unless said otherwise. */
  alert: {
    /** Rules, and maintenance windows, of one organization. Beyond: 409. */
    rulesMax: 1_000,
    windowsMax: 200,
    channelsMax: 20,
    /** Rules that a maintenance window names, and how long it may take. */
    windowRulesMax: 100,
    windowMinutesMax: 31 * 1_440,
    forMinutesMax: 1_440,
    absenceMinutesMax: 7 * 1_440,
    muteMinutesMax: 90 * 1_440,
    /** Subjects of one rule that are followed at the same time. Beyond: counted. */
    subjectsMax: 50,
    /** Days that alerts are kept once they are over. */
    historyDays: 90,
  },
  /**
   * Reports of sessions. Claims and rivals beyond are left out; a claim that is longer, or has more checks, is unsupported.
   * Lengths in characters.
   */
  report: { claimsMax: 100, claimLengthMax: 1_000, assertionsMax: 20, rivalsMax: 100, summaryClaimsMax: 6 },
  /** The first line of a backup file. Beyond: it is no backup. */
  backup: { headerBytesMax: 64 * KIB },
  /** The embedded log. */
  eventLog: {
    /** Bytes kept on disk for all topics but `dead-letters`. Beyond: appends fail, ingest answers 503. */
    diskBytesMax: 10 * GIB,
    /**
     * Bytes of dead letters. Beyond: the oldest are deleted, so that they can never fill the log; the ledger keeps
     * counting them.
     */
    deadLetterBytesMax: 512 * MIB,
    /** Bytes of appends waiting for the disk. Beyond: appends fail, ingest answers 503. */
    pendingBytesMax: 128 * MIB,
    /** One record, value and headers. */
    recordBytesMax: 24 * MIB,
  },
  /** Dead letters on a page, and how many records, and bytes of them, are looked at for it. Beyond: the rest is on the next. */
  deadLetter: { listDefault: 50, listMax: 500, scanRecordsMax: 5_000, scanBytesMax: 64 * MIB, shownBytesMax: 64 * KIB },
  /** A consumer batch is closed by whichever comes first. */
  consumerBatch: { rowsMax: 20_000, bytesMax: 8 * MIB, waitMs: 250 },
  /** How far back and ahead a span or sample may lie; beyond: rejected with its index. */
  time: { aheadMsMax: 3_600_000 },
  /** Days until partitions are dropped. */
  retentionDays: {
    errors: 90,
    spans: 30,
    metrics: 30,
    logs: 30,
    sessions: 90,
    checkIns: 400,
    attachments: 30,
    outcomes: 90,
  },
} as const
