/** Second factors, and session details shown to users. Times are Unix milliseconds. */
export const strengthenSignIn = `
ALTER TABLE browser_sessions ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE browser_sessions ADD COLUMN user_agent TEXT NOT NULL DEFAULT '';
-- When the person last showed who they are; of older sessions nobody knows.
ALTER TABLE browser_sessions ADD COLUMN confirmed_at INTEGER NOT NULL DEFAULT 0;

-- Authenticator apps, one a person.
CREATE TABLE totp_authenticators (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  -- In base 32, sealed.
  secret TEXT NOT NULL,
  -- Null until a code has shown that the person has the secret: no code is asked for before.
  confirmed_at INTEGER,
  -- The time step of the last code that was used: it and older ones are refused.
  last_step INTEGER NOT NULL
) STRICT;

-- A code that is used is deleted.
CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- SHA-256 in hex, of a code of 80 random bits.
  code_hash TEXT NOT NULL,
  PRIMARY KEY (user_id, code_hash)
) STRICT, WITHOUT ROWID;
`
