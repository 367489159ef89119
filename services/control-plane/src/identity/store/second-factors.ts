import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'
import type { SecretPlace, Sealer } from '../../sealing/sealer.js'

/** An authenticator app. */
export interface TotpRow {
  id: string
  user_id: string
  /** In Base32; encrypted in the table. */
  secret: string
  /** Unix milliseconds; null until a code has proven that the user has the secret. */
  confirmed_at: number | null
  /** Time step of the last used code. */
  last_step: number
}

export interface SecondFactorStore {
  findTotp(userId: string): TotpRow | undefined
  /** True if signing in requires a code. */
  isNeeded(userId: string): boolean
  /** Replaces the user's previous one. */
  saveTotp(row: TotpRow): void
  /** Signing in requires a code from now on. */
  confirmTotp(userId: string, confirmedAt: number): void
  /** Uses up a code. @returns false if it or a later one was already used. */
  spendStep(userId: string, step: number): boolean
  /** Deletes a recovery code. @returns false if there is no such code. */
  spendRecoveryCode(userId: string, codeHash: string): boolean
  countRecoveryCodes(userId: string): number
  /** Replaces the user's previous ones. Call within a transaction. */
  saveRecoveryCodes(userId: string, codeHashes: readonly string[]): void
  /** Deletes the app and the recovery codes. */
  delete(userId: string): void
}

/** Callers see the app's secret in plain text; in the table it is encrypted. */
export function createSecondFactorStore(database: ControlPlaneDatabase, sealer: Sealer): SecondFactorStore {
  const find = database.prepare<[string], TotpRow>('SELECT * FROM totp_authenticators WHERE user_id = ?')
  const isNeeded = database
    .prepare<[string], number>('SELECT 1 FROM totp_authenticators WHERE user_id = ? AND confirmed_at IS NOT NULL')
    .pluck()
  const save = database.prepare<[TotpRow]>(
    `INSERT INTO totp_authenticators (id, user_id, secret, confirmed_at, last_step)
     VALUES (@id, @user_id, @secret, @confirmed_at, @last_step)`,
  )
  const spendStep = database.prepare<[number, string, number]>(
    'UPDATE totp_authenticators SET last_step = ? WHERE user_id = ? AND last_step < ?',
  )
  const confirm = database.prepare<[number, string]>(
    'UPDATE totp_authenticators SET confirmed_at = ? WHERE user_id = ?',
  )
  const remove = database.prepare<[string]>('DELETE FROM totp_authenticators WHERE user_id = ?')
  const { forget, ...recoveryCodes } = createRecoveryCodeStore(database)
  return {
    ...recoveryCodes,
    findTotp: (userId) => {
      const row = useDatabase(() => find.get(userId))
      return row && { ...row, secret: sealer.open(row.secret, placeOf(row)) }
    },
    isNeeded: (userId) => useDatabase(() => isNeeded.get(userId) !== undefined),
    saveTotp: (row) => {
      useDatabase(() => {
        remove.run(row.user_id)
        save.run({ ...row, secret: sealer.seal(row.secret, placeOf(row)) })
      })
    },
    confirmTotp: (userId, confirmedAt) => {
      useDatabase(() => confirm.run(confirmedAt, userId))
    },
    spendStep: (userId, step) => useDatabase(() => spendStep.run(step, userId, step).changes > 0),
    delete: (userId) => {
      useDatabase(() => {
        remove.run(userId)
        forget.run(userId)
      })
    },
  }
}

function createRecoveryCodeStore(database: ControlPlaneDatabase) {
  const spend = database.prepare<[string, string]>('DELETE FROM recovery_codes WHERE user_id = ? AND code_hash = ?')
  const count = database.prepare<[string], number>('SELECT count(*) FROM recovery_codes WHERE user_id = ?').pluck()
  const insert = database.prepare<[string, string]>('INSERT INTO recovery_codes (user_id, code_hash) VALUES (?, ?)')
  const forget = database.prepare<[string]>('DELETE FROM recovery_codes WHERE user_id = ?')
  return {
    forget,
    spendRecoveryCode: (userId: string, codeHash: string) => useDatabase(() => spend.run(userId, codeHash).changes > 0),
    countRecoveryCodes: (userId: string) => useDatabase(() => count.get(userId) ?? 0),
    saveRecoveryCodes: (userId: string, codeHashes: readonly string[]) => {
      useDatabase(() => {
        forget.run(userId)
        for (const codeHash of codeHashes) insert.run(userId, codeHash)
      })
    },
  }
}

function placeOf({ id }: Pick<TotpRow, 'id'>): SecretPlace {
  return { table: 'totp_authenticators', column: 'secret', id }
}
