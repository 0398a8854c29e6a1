import { expect } from 'chai'
import { runCli } from '../support/processes/run-cli.ts'

it('npm run demo: starts everything itself, books a year and checks its own figures', async function () {
  this.timeout(60_000)
  const { code, stdout, stderr } = await runCli('shared/cli/demo.ts', ['--documents', '150'], { DATABASE_URL: '' })
  expect(code, stdout + stderr).to.equal(0)
  expect(stdout).to.match(/The demo is complete: \d+ documents/)
})
