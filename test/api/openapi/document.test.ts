import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect } from 'chai'
import { service } from '../../support/service.ts'

/** An example of a request with mistakes does not fit its schema; the answer beside it says so. */
const JUSTIFIED = /\/requestBody\/content\/[^/]+\/examples\/expense-with-mistakes\//

it('the OpenAPI document has nothing that the recommended rules of a public linter object to', async function () {
  this.timeout(180_000)
  const source = await (await fetch(`${service().base_url}/openapi.json`)).text()
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  const findings = problems.map(({ severity, ruleId, message, location: [at] }) => ({
    rule: `${severity} ${ruleId}`,
    message,
    pointer: at?.pointer ?? '',
  }))
  expect(findings.filter(({ pointer }) => JUSTIFIED.test(pointer))).to.have.lengthOf(3)
  expect(findings.filter(({ pointer }) => !JUSTIFIED.test(pointer))).to.deep.equal([])
})
