import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { runCli } from '../support/run-cli.ts'

describe("the operator's commands", function () {
  this.timeout(20_000)

  for (const [file, count] of [
    ['keys', 4],
    ['ops', 14],
  ] as const)
    it(`${file} --help tells of every verb, and so does the README`, async () => {
      const { code, stdout } = await runCli(`shared/cli/${file}.ts`, ['--help'])
      const verbs = [...stdout.matchAll(/^ {2}([a-z-]+)(?: [[<]\S+)+ {2,}\S/gm)].map(([, verb = '']) => verb)
      const own = verbs.filter((verb) => verb !== 'help')
      expect([code, own.length]).to.deep.equal([0, count])
      const readme = readFileSync('README.md', 'utf8')
      for (const verb of own) expect(readme, verb).to.match(new RegExp(`^\\|.*\`${verb}[ \`].*\\|`, 'm'))
    })
})
