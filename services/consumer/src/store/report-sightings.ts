import type { Sighting, SightingRecorder } from '@signalbox/service-kit'

/** Fingerprints remembered as reported, about 20 MB. Beyond, all are forgotten and reported once more, which changes nothing. */
const reportedMax = 100_000

/**
 * Reports fingerprints that this process has not reported yet, so that floods of known errors cost the control plane
 * nothing. A fingerprint is remembered only once it is recorded.
 */
export function createSightingReporter(recorder: SightingRecorder): SightingRecorder {
  const reported = new Set<string>()
  return {
    recordSightings: async (sightings) => {
      const fresh = sightings.filter((sighting) => !reported.has(keyOf(sighting)))
      if (fresh.length === 0) return
      await recorder.recordSightings(fresh)
      if (reported.size + fresh.length > reportedMax) reported.clear()
      for (const sighting of fresh) reported.add(keyOf(sighting))
    },
  }
}

function keyOf({ projectId, fingerprint }: Sighting): string {
  return `${projectId}:${fingerprint}`
}
