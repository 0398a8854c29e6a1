import { openProbe } from '../../../shared/store/databases/probe.ts'
import { openSilentLine } from '../../support/servers/silent-line.ts'
import { service } from '../../support/service.ts'

describe('a probe of a database', () => {
  it('ends on a line that is dead, though nobody answers', async () => {
    const url = new URL(service().database_url)
    const line = await openSilentLine(Number(url.port))
    url.port = String(line.port)
    const probe = openProbe(url.href, 'DATABASE_URL')
    await probe.ask()
    line.fallSilent()
    // Where it waits for the goodbye, this waits for as long as the test may.
    await probe.close().finally(() => line.close())
  })
})
