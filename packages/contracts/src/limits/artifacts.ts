import { GIB, KIB, MIB } from './sizes.js'

/** Source maps and what else is uploaded to make sense of events. */
export const artifactLimits = {
  artifacts: {
    /** One part of an upload; a power of two, because old clients stop otherwise. */
    chunkBytesMax: 8 * MIB,
    /** Parts of one request, and bytes of it. Beyond: 400 and 413. */
    chunksPerRequestMax: 64,
    requestBytesMax: 32 * MIB,
    /**
     * Files of forms that are being received, one of each form: of all together, and of one organization while it sends more than
     * one. Beyond: 503 with Retry-After. One of which less comes than `body.leastRate` is cut off.
     */
    formMemory: { bytesMax: 384 * MIB, shareBytesMax: 128 * MIB },
    /** Requests that a client sends at a time. */
    uploadConcurrency: 8,
    /** Debug files and mappings that one request has put together. Beyond: 400. */
    debugFilesPerRequestMax: 1_000,
    /** A whole upload. Beyond: its assembly ends in the state `error`. */
    bundleBytesMax: 1 * GIB,
    /** Files of one bundle, and bytes of its manifest. Beyond: as above. */
    bundleFilesMax: 20_000,
    manifestBytesMax: 16 * MIB,
    /** One file after inflation, and all files of a bundle. Beyond: as above. */
    fileBytesMax: 128 * MIB,
    inflatedBytesMax: 4 * GIB,
    /** URLs, references to maps, names of bundle files. Beyond: as above. */
    urlLengthMax: 2 * KIB,
    /** Segments of one map, and sections in sections. Beyond: the map counts as malformed. */
    segmentsMax: 10_000_000,
    sectionDepthMax: 4,
    /** Sources that are looked for beside a map that does not hold them. Beyond: their lines are not shown. */
    filledSourcesMax: 1_000,
    /** Minified code that is parsed for names of functions. Beyond: frames keep the engine's names. */
    parsedCodeBytesMax: 32 * MIB,
    /** Memory of the thread that converts maps, in MiB. Beyond: the map counts as malformed. */
    convertHeapMibMax: 2_048,
    /** One map takes no longer. Beyond: as above. */
    convertMsMax: 120_000,
    /** Converted maps that a resolver keeps in memory. Beyond: those used longest ago are dropped. */
    cacheBytesMax: 256 * MIB,
    /** Uploads in a list, and files in the detail of one. */
    listDefault: 50,
    listMax: 500,
    filesListedMax: 1_000,
    /** An upload that takes longer to put together is answered before it is done. */
    assembleWaitMs: 20_000,
    /** Stored events are resolved again when artifacts come within so many days, and so many at most of one project. */
    resymbolicationDays: 7,
    resymbolicationEventsMax: 10_000,
    /** What the uploads of one organization take, unless operators set another limit. Beyond: 409. */
    keptBytesMax: 100 * GIB,
    /** Days that artifacts are kept after they were last used; chunks that nothing was made of, in hours. */
    retentionDays: 90,
    chunkRetentionHours: 24,
  },
} as const
