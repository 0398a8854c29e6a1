import { expect } from 'chai'
import { ConfigError, readConfig } from '../../shared/process/config.ts'

const DATABASE_URL = 'postgres://u:p%40x@db.example:5432/books'

/** What the environment says of encryption, and the URL that slonik, pg and pg-boss get. */
const SSL_MODES: [env: NodeJS.ProcessEnv, database_url: string | null][] = [
  [{ DATABASE_URL }, DATABASE_URL],
  [{ DATABASE_URL, PGSSLMODE: 'no-verify' }, `${DATABASE_URL}?sslmode=no-verify`],
  [
    { DATABASE_URL: `${DATABASE_URL}?application_name=x`, PGSSLMODE: 'require' },
    `${DATABASE_URL}?application_name=x&sslmode=require`,
  ],
  [{ DATABASE_URL: `${DATABASE_URL}?sslmode=disable`, PGSSLMODE: 'require' }, `${DATABASE_URL}?sslmode=disable`],
  [{ PGSSLMODE: 'require' }, null],
]

describe('configuration', () => {
  for (const [env, database_url] of SSL_MODES)
    it(`PGSSLMODE=${env.PGSSLMODE ?? ''} DATABASE_URL=${env.DATABASE_URL ?? ''}`, () => {
      expect(readConfig(env).database_url).to.equal(database_url)
    })

  it('PGSSLMODE counts for both roles', () => {
    const MIGRATION_DATABASE_URL = 'postgres://owner:p@db.example/books'
    const { migration_database_url } = readConfig({ DATABASE_URL, MIGRATION_DATABASE_URL, PGSSLMODE: 'no-verify' })
    expect(migration_database_url).to.equal(`${MIGRATION_DATABASE_URL}?sslmode=no-verify`)
  })

  it('DATABASE_READ_URLS names standbys by the database that they follow, and PGSSLMODE counts for them', () => {
    const DATABASE_READ_URLS = 'home=postgres://u:p@b:2/books?application_name=x,y=postgres://c/books'
    expect(readConfig({ DATABASE_URL, DATABASE_READ_URLS, PGSSLMODE: 'require' }).database_read_urls).to.deep.equal([
      { name: 'home', database_url: 'postgres://u:p@b:2/books?application_name=x&sslmode=require' },
      { name: 'y', database_url: 'postgres://c/books?sslmode=require' },
    ])
  })

  for (const DATABASE_READ_URLS of [
    'postgres://u:p@b/books',
    'home=postgres://b',
    'home=postgres://b,c/books?target_session_attrs=read-write',
    'home=postgres://b/books,Second=postgres://c/books',
  ])
    it(`DATABASE_READ_URLS=${DATABASE_READ_URLS} is one sentence`, () => {
      expect(() => readConfig({ DATABASE_URL, DATABASE_READ_URLS })).to.throw(
        ConfigError,
        'DATABASE_READ_URLS must be home=postgres://… for each standby of it, with commas between and one host in each URL.',
      )
    })

  it('a mode that the drivers do not share is one sentence', () => {
    expect(() => readConfig({ PGSSLMODE: 'prefer' })).to.throw(
      ConfigError,
      'PGSSLMODE must be one of disable, no-verify, require.',
    )
  })
})
