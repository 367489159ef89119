/** Password reset links, one per user; deleted when used. Times are Unix milliseconds. */
export const createPasswordResets = `
CREATE TABLE password_resets (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- SHA-256 of the token in hex.
  token_hash TEXT NOT NULL UNIQUE,
  expires_at INTEGER NOT NULL
) STRICT;
`
