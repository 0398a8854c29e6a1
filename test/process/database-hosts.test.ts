import { expect } from 'chai'
import { ConfigError, readConfig } from '../../shared/process/config.ts'
import { hostsOf } from '../../shared/process/settings/database-hosts.ts'

const WRITES = 'target_session_attrs=read-write'

type Host = [host: string, port: number]

const URLS: [database_url: string, hosts: Host[] | null][] = [
  ['postgres://u:p@a/books', null],
  [
    `postgres://u:p@a:1,b:2/books?${WRITES}`,
    [
      ['a', 1],
      ['b', 2],
    ],
  ],
  [
    `postgres://u:p@a,b:2,10.0.0.3/books?${WRITES}`,
    [
      ['a', 5432],
      ['b', 2],
      ['10.0.0.3', 5432],
    ],
  ],
  [
    `postgresql://u:p%40x@[::1]:7,[fe80::2]/books?sslmode=require&${WRITES}`,
    [
      ['::1', 7],
      ['fe80::2', 5432],
    ],
  ],
  [`postgres://a:1/books?${WRITES}`, [['a', 1]]],
]

const REFUSED: string[] = [
  'postgres://u:p@a:1,b:2/books',
  'postgres://u:p@a:1,b:2/books?target_session_attrs=any',
  'postgres://u:p@a:1,b:2/books?target_session_attrs=standby',
  `postgres://u:p@a:1,:2/books?${WRITES}`,
  `postgres://u:p@a:0,b/books?${WRITES}`,
  `postgres://u:p@a:70000,b/books?${WRITES}`,
  `postgres://u:p@a,b?${WRITES}`,
  `postgres://u:p@a:x,b/books?${WRITES}`,
]

describe('hosts of a database URL', () => {
  for (const [DATABASE_URL, hosts] of URLS)
    it(`${DATABASE_URL}: ${hosts?.length ?? 'one'}, also when the URL is read again`, () => {
      const { database_url } = readConfig({ DATABASE_URL })
      const { hostname } = new URL(String(database_url))
      expect(hostsOf(decodeURIComponent(hostname))?.map(({ host, port }) => [host, port]) ?? null).to.deep.equal(hosts)
      expect(readConfig({ DATABASE_URL: String(database_url) }).database_url).to.equal(database_url)
    })

  it('leaves the other parts as they are', () => {
    const DATABASE_URL = `postgres://u:p%40x@a:1,b/books?application_name=x&${WRITES}`
    const url = new URL(String(readConfig({ DATABASE_URL, PGSSLMODE: 'no-verify' }).database_url))
    expect([url.username, url.password, url.pathname, url.search]).to.deep.equal([
      'u',
      'p%40x',
      '/books',
      `?application_name=x&${WRITES}&sslmode=no-verify`,
    ])
  })

  for (const DATABASE_URL of REFUSED)
    it(`${DATABASE_URL} is one sentence`, () => {
      expect(() => readConfig({ DATABASE_URL })).to.throw(
        ConfigError,
        'DATABASE_URL must be a URL like postgres://user:password@host:5432/database, or with several hosts and ' +
          'target_session_attrs=read-write.',
      )
    })
})
