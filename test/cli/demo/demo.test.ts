import { expect } from 'chai'
import { runCli } from '../../support/processes/run-cli.ts'

it('npm run demo: starts everything itself, books a year and checks its own figures, also with the fewest documents', async function () {
  this.timeout(360_000)
  const { code, stdout, stderr } = await runCli('shared/cli/demo.ts', ['--documents', '1'], { DATABASE_URL: '' })
  expect(code, stdout + stderr).to.equal(0)
  // By hand: 810.00 less 324.00; nothing received in the second quarter; 10'810.00 at 6.2 %, and two and a half of them.
  // Behind it the number of the filing, and what is owed once all before are filed.
  for (const row of [
    /effective, agreed +│ 2025-Q4 │ +486\.00 │ +0\.00 │ +no\. 4 │ +1'944\.00/,
    /effective, received +│ 2025-Q2 │ +-324\.00 │ +810\.00 │ +no\. 2 │ +162\.00/,
    /net tax rate, agreed +│ 2025-H1 │ +1'340\.44 │ +0\.00 │ +no\. 1 │ +1'340\.44/,
    /net tax rate, received +│ 2025-H2 │ +1'675\.55 │ +0\.00 │ +no\. 2 │ +2'345\.77/,
  ])
    expect(stdout).to.match(row)
  expect(stdout).to.match(/The demo is complete: \d+ documents/)
})
