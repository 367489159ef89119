/**
 * Users, their organizations, and their sign-in methods. Times are Unix milliseconds. A user belongs to at least one
 * organization: removing the last membership deletes the user.
 */
export const createMembers = `
CREATE TABLE users (
  id TEXT PRIMARY KEY,
  -- In lower case.
  email TEXT NOT NULL UNIQUE,
  -- Empty when none was given.
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- Users who sign in at an identity provider only have none.
CREATE TABLE passwords (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  salt BLOB NOT NULL,
  -- scrypt (RFC 7914) of the password in UTF-8 and NFKC, with the parameters N, r and p.
  hash BLOB NOT NULL,
  cost INTEGER NOT NULL,
  block_size INTEGER NOT NULL,
  parallelization INTEGER NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT;

-- Whom an identity provider means by a subject.
CREATE TABLE identity_links (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;

CREATE INDEX identity_links_by_user ON identity_links (user_id);

CREATE TABLE members (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  created_at INTEGER NOT NULL,
  UNIQUE (organization_id, user_id)
) STRICT;

CREATE INDEX members_by_user ON members (user_id, created_at);

-- A session is of a member, so that it ends when the member is removed.
CREATE TABLE browser_sessions (
  id TEXT PRIMARY KEY,
  -- SHA-256 of what the cookie holds, in hex.
  secret_hash TEXT NOT NULL UNIQUE,
  member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  signed_in_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX browser_sessions_by_member ON browser_sessions (member_id, last_used_at);
CREATE INDEX browser_sessions_by_expiry ON browser_sessions (expires_at);

-- An invitation that is accepted or revoked is deleted.
CREATE TABLE invitations (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  -- In lower case; null when anybody with the link may accept it.
  email TEXT,
  role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  -- SHA-256 of the token in hex.
  token_hash TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX invitations_by_organization ON invitations (organization_id, created_at);
`
