/** Issues and issue search. */
export const issuesLimits = {
  /** Issues. Lists and requests: 400 if exceeded. Merges that would exceed the fingerprints of an issue: 409. */
  issue: {
    listDefault: 100,
    listMax: 1_000,
    mergedAtOnceMax: 100,
    unmergedAtOnceMax: 1_000,
    fingerprintsMax: 10_000,
    /**
     * Issues per project. If exceeded: the oldest that nobody has changed, assigned or commented on is deleted; if there
     * is none, the oldest. Its events stay.
     */
    storedMax: 200_000,
    /** Entries of an issue's history, except comments. If exceeded: the oldest are deleted. */
    storedActivitiesMax: 500,
    /** Suspect commits, and the days before an event to search for them. If exceeded: omitted. */
    suspectsMax: 10,
    suspectDays: 30,
    /** Issues counted per query, and fingerprints per statement. */
    countedAtOnceMax: 200,
    countedFingerprintsMax: 10_000,
    /** Event groups returned by a ranking. If exceeded: the lowest-ranked are omitted, and the response states it. */
    rankedGroupsMax: 10_000,
    /** Merged issues whose users are recounted for a ranking. If exceeded: they rank by their largest group. */
    recountedMax: 500,
    /** Organizations whose lists are read in advance. If exceeded: those whose members were active longest ago are left out. */
    warmedOrganizationsMax: 50,
    eventsDefault: 50,
    eventsMax: 500,
    /** Newest events considered for the recommended event, and for tag counts. */
    recommendedAmongMax: 1_000,
    taggedEventsMax: 100_000,
    /** Tag keys, and values per key; values of a single key. */
    tagKeysMax: 100,
    tagValuesListed: 10,
    tagValuesDefault: 100,
    tagValuesMax: 1_000,
    seriesIntervalsDefault: 24,
    seriesIntervalsMax: 100,
    /** Issues changed or deleted per request. */
    changedAtOnceMax: 1_000,
    /** Events, and days in the future, that an issue can be archived for. */
    archivedEventsMax: 1_000_000,
    archivedDaysMax: 3_660,
    activitiesDefault: 100,
    activitiesMax: 1_000,
    /** Characters of a comment. */
    commentLengthMax: 10_000,
    /** Releases of a project with a known order. If exceeded: the one first seen longest ago is dropped. */
    releasesMax: 10_000,
    /** Days during which replayed events from before a deletion create no new issue. */
    deletedFingerprintDays: 90,
  },
  /** Search queries. If exceeded: 400 naming the position. */
  search: {
    lengthMax: 2_000,
    /** Length between services, with all values quoted and keywords expanded. */
    writtenLengthMax: 16_000,
    termsMax: 50,
    /** Values of one term. */
    valuesMax: 100,
  },
} as const
