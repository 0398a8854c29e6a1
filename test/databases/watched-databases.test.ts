import type { Database } from '../../shared/databases/databases.ts'
import { openWatchedFurther } from '../../shared/deps/watched-databases.ts'
import { connect } from '../../shared/store/connect.ts'
import type { KnownDatabase } from '../../shared/store/databases/known-databases.ts'
import { eventually } from '../support/books.ts'
import { openSilentLine } from '../support/servers/silent-line.ts'
import { service } from '../support/service.ts'

const KNOWN: KnownDatabase = {
  name: 'second',
  database_id: '0b0f4c1e-6d5a-4f0e-9c65-1f1d1a6f2b11',
  home_id: '5f3c2a4e-8a47-4d53-9a70-6b0f5b1e7c22',
  url_variable: 'SECOND_URL',
  state: 'open',
  weight: 1,
}

describe('a ledger database that falls silent while it is opened', function () {
  this.timeout(120_000)

  it('is tried again, and opened as soon as it answers', async () => {
    const url = new URL(await service().server.createDatabase())
    const line = await openSilentLine(Number(url.port))
    url.port = String(line.port)
    const opened = { name: 'second' } as Database
    let tries = 0
    const further = openWatchedFurther(
      {
        async open() {
          tries += 1
          const client = await connect(url.href, 'SECOND_URL', 5_000)
          if (tries === 1) line.fallSilent()
          await client.query('select').finally(() => client.end())
          return opened
        },
        begin: async () => async () => {},
        close: async () => {},
        failed: () => {},
      },
      { SECOND_URL: url.href },
    )
    further.follow([KNOWN])
    await eventually(async () => tries > 1, 60)
    line.speakAgain()
    await eventually(async () => further.get('second') === opened, 60)
    await further.close()
    await line.close()
  })
})
