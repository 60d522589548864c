import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { StartError } from './start-error.ts'
import { readConfig } from './config.ts'

const read = (env: Record<string, string>) => readConfig(env, tmpdir())

describe('the operator’s settings', () => {
  test('have the values that the operator is promised', () => {
    expect(read({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      SITE_URL: 'http://localhost:3000',
      TRUSTED_PROXY_HOPS: 0,
      RATE_LIMIT_SCALE: 1,
      AUTH_SIGNUPS: true,
      AUTH_TOKEN_LIFE: 3600,
      AUTH_REUSE_INTERVAL: 10,
      AUTH_EMAIL_CONFIRMATION: false,
      BACKUP_EVERY: 24,
      BACKUP_KEEP: 14,
    })
  })

  test('confirm addresses where mails can be sent, unless they say otherwise', () => {
    const SMTP_URL = 'smtp://127.0.0.1'
    expect(read({ SMTP_URL }).AUTH_EMAIL_CONFIRMATION).toBe(true)
    expect(read({ SMTP_URL, AUTH_EMAIL_CONFIRMATION: 'off' }).AUTH_EMAIL_CONFIRMATION).toBe(false)
  })

  test('are as if not set when empty', () => {
    expect(read({ PORT: '' }).PORT).toBe(3000)
  })

  test.each([
    [{ PORT: 'abc' }, 'The setting PORT is wrong: must be a whole number from 0 to 65535.'],
    [{ PORT: '70000' }, 'The setting PORT is wrong: must be a whole number from 0 to 65535.'],
    [
      { AUTH_TOKEN_LIFE: '5' },
      'The setting AUTH_TOKEN_LIFE is wrong: must be a whole number from 300 to 86400.',
    ],
    [
      { AUTH_ANONYMOUS: 'on' },
      'The setting AUTH_ANONYMOUS is wrong: must be off, because this is not offered.',
    ],
    [{ RATE_LIMIT_SCALE: '0' }, 'The setting RATE_LIMIT_SCALE is wrong: must be a number above 0.'],
    [{ AUTH_SIGNUPS: 'yes' }, 'The setting AUTH_SIGNUPS is wrong: must be on or off.'],
    [
      { SITE_URL: 'kikoa.example' },
      'The setting SITE_URL is wrong: must be an address that starts with http:// or https://.',
    ],
    [
      { DATABASE_URL: 'mysql://x' },
      'The setting DATABASE_URL is wrong: must be an address such as postgres://user:password@host:5432/database, or name several hosts.',
    ],
    [
      { DATABASE_REPLICA_URL: 'postgres://kikoa@db.example.com/kikoa' },
      'DATABASE_REPLICA_URL is a standby of the database in DATABASE_URL: set that too.',
    ],
    [
      {
        DATABASE_URL: 'postgres://kikoa@db.example.com/kikoa',
        DATABASE_REPLICA_URL:
          'postgres://kikoa@a.example.com,b.example.com/kikoa?target_session_attrs=read-write',
      },
      'DATABASE_REPLICA_URL asks for target_session_attrs=read-write, and a standby takes no writes: set it to standby.',
    ],
    [{ AUTH_PASSWORD_RULE: 'any' }, 'The setting AUTH_PASSWORD_RULE is wrong: must be portal or length:N.'],
    [
      { BACKUP_PASSPHRASE: 'eleven long' },
      'The setting BACKUP_PASSPHRASE is wrong: must have at least 12 characters.',
    ],
    [
      { BACKUP_TO: 'ftp://example.com/x' },
      'The setting BACKUP_TO is wrong: must be a folder, or a bucket such as s3://bucket/prefix.',
    ],
    [
      { BACKUP_TO: 's3://bucket', BACKUP_S3_ENDPOINT: 'https://s3.example.com' },
      'BACKUP_TO is a bucket: set BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY too.',
    ],
    [{ BACKUP_EVERY: '0' }, 'The setting BACKUP_EVERY is wrong: must be a whole number from 1 to 8760.'],
    [{ BACKUP_KEEP: '0' }, 'The setting BACKUP_KEEP is wrong: must be a whole number from 1 to 10000.'],
    [
      { BACKUP_RECIPIENT: 'AGE-SECRET-KEY-1QQQ' },
      'The setting BACKUP_RECIPIENT is wrong: must be the public key of an age identity, age1….',
    ],
    [
      { BACKUP_PASSPHRASE: 'a dozen letters', BACKUP_RECIPIENT: `age1${'q'.repeat(58)}` },
      'The settings BACKUP_PASSPHRASE and BACKUP_RECIPIENT exclude each other: set one of them.',
    ],
    [
      { ADMIN_EMAIL: 'a@example.com' },
      'The settings ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither.',
    ],
  ])('%j stop the start with one sentence', (env, sentence) => {
    expect(() => read(env as Record<string, string>)).toThrow(new StartError(sentence))
  })
})
