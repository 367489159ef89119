/** State of the installation for each minute of the last day. */
export const createSystemSamples = `
CREATE TABLE system_samples (
  -- Start of the minute, Unix milliseconds.
  at INTEGER PRIMARY KEY,
  -- Milliseconds that the latest topic was stored late; null when no consumer had reported.
  lag_ms INTEGER,
  -- What was taken of the fullest disk, 0 to 1; null without one.
  disk_share REAL
) STRICT;
`
