import { GIB, KIB, MIB } from './sizes.js'

/** Source maps and other uploads for resolving events. */
export const artifactLimits = {
  artifacts: {
    /** Size of an upload chunk; must be a power of two, or old clients abort. */
    chunkBytesMax: 8 * MIB,
    /** Chunks per request, and bytes of a request. If exceeded: 400 and 413. */
    chunksPerRequestMax: 64,
    requestBytesMax: 32 * MIB,
    /**
     * Memory for files of forms in transfer, one per form: in total, and per organization if it sends more than
     * one. If exceeded: 503 with Retry-After. Forms slower than `body.leastRate` are cut off.
     */
    formMemory: { bytesMax: 384 * MIB, shareBytesMax: 128 * MIB },
    /** Concurrent requests of a client. */
    uploadConcurrency: 8,
    /** Debug files and mappings assembled by one request. If exceeded: 400. */
    debugFilesPerRequestMax: 1_000,
    /** Total size of an upload. If exceeded: its assembly ends in the state `error`. */
    bundleBytesMax: 1 * GIB,
    /** Files of one bundle, and bytes of its manifest. If exceeded: as above. */
    bundleFilesMax: 20_000,
    manifestBytesMax: 16 * MIB,
    /** Uncompressed size of one file, and of all files of a bundle. If exceeded: as above. */
    fileBytesMax: 128 * MIB,
    inflatedBytesMax: 4 * GIB,
    /** Length of URLs, source map references and bundle file names. If exceeded: as above. */
    urlLengthMax: 2 * KIB,
    /** Segments of one map, and nesting of sections. If exceeded: the map counts as malformed. */
    segmentsMax: 10_000_000,
    sectionDepthMax: 4,
    /** Sources looked up separately for a map without sources. If exceeded: no code is shown for them. */
    filledSourcesMax: 1_000,
    /** Size of minified code that is parsed for function names. If exceeded: frames keep the engine's names. */
    parsedCodeBytesMax: 32 * MIB,
    /** Memory of the map converter thread in MiB. If exceeded: the map counts as malformed. */
    convertHeapMibMax: 2_048,
    /** Time to convert one map. If exceeded: as above. */
    convertMsMax: 120_000,
    /** Converted maps cached by a resolver. If exceeded: the least recently used ones are evicted. */
    cacheBytesMax: 256 * MIB,
    /** Uploads per list, and files in the detail of one. */
    listDefault: 50,
    listMax: 500,
    filesListedMax: 1_000,
    /** Requests that wait longer for an assembly get a response before it is done. */
    assembleWaitMs: 20_000,
    /** Stored events are resolved again if artifacts arrive within this many days; at most this many per project. */
    resymbolicationDays: 7,
    resymbolicationEventsMax: 10_000,
    /** Default total size of one organization's uploads. If exceeded: 409. */
    keptBytesMax: 100 * GIB,
    /** Added to the size of each file and chunk, because even an empty one has a row. */
    fileOverheadBytes: 1 * KIB,
    /** Releases and dists of one upload in one project. If exceeded: those uploaded longest ago are dropped. */
    targetsMax: 1_000,
    /** Retention of artifacts since their last use in days, and of unassembled chunks in hours. */
    retentionDays: 90,
    chunkRetentionHours: 24,
  },
} as const
