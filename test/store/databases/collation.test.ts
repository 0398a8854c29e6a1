import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { queryRows } from '../../support/first-build.ts'
import { ownerUrl } from '../../support/service.ts'
import { newInstallation, reasonOf } from './installation.ts'

describe('a database that orders names in another way than home', () => {
  it('is refused as a ledger database', async () => {
    const installation = await newInstallation()
    const name = `hauptbuch_test_${randomUUID().replaceAll('-', '')}`
    const sorted = `encoding 'UTF8' locale_provider icu icu_locale 'sv-SE' locale 'C'`
    await queryRows(ownerUrl(installation.home), `create database ${name} template template0 ${sorted}`)
    const url = new URL(installation.home)
    url.pathname = name
    installation.name('two', url.href)
    expect(await reasonOf(installation.add('two'))).to.match(
      /^TWO_URL leads to a database with the collation "UTF8 i .* sv-SE", and home has "UTF8 .*"\.$/,
    )
  })
})
