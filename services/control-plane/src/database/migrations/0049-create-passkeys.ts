/** Users' passkeys, and their pending challenges. Times are Unix milliseconds. */
export const createPasskeys = `
CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- As the authenticator calls it, in base 64 for URLs.
  credential_id TEXT NOT NULL UNIQUE,
  -- COSE.
  public_key BLOB NOT NULL,
  -- Signatures that the authenticator has counted; 0 of those that do not count.
  counter INTEGER NOT NULL,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL
) STRICT;

CREATE INDEX passkeys_by_user ON passkeys (user_id, created_at);

-- One that is answered is deleted.
CREATE TABLE passkey_challenges (
  challenge TEXT PRIMARY KEY,
  -- Who adds a passkey; null for who signs in.
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);
`
