/** Issues, and how they are searched. */
export const issuesLimits = {
  /** Issues. Lists and requests beyond: 400; a merge that would make an issue with more fingerprints: 409. */
  issue: {
    listDefault: 100,
    listMax: 1_000,
    mergedAtOnceMax: 100,
    unmergedAtOnceMax: 1_000,
    fingerprintsMax: 10_000,
    /** Commits that are suspected, and the days before an event in which they are looked for. Beyond: left out. */
    suspectsMax: 10,
    suspectDays: 30,
    /** Issues that are counted in one query, and fingerprints that one statement of the store is given. */
    countedAtOnceMax: 200,
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
    /** Characters of a comment. */
    commentLengthMax: 10_000,
    /** Releases of one project whose order is known. Beyond: the one that was first seen longest ago is forgotten. */
    releasesMax: 10_000,
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
} as const
