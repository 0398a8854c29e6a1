import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { type CliResult, runCli } from '../support/processes/run-cli.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
/** The scripts that run a file of ours; the others run tools, which answer for themselves. */
const COMMANDS = Object.entries(scripts)
  .flatMap(([name, script]) => {
    const [program, file, ...args] = script.split(' ')
    return program === 'node' && file ? [{ name: `npm run ${name}`, file, args }] : []
  })
  .concat(['api/main.ts', 'workers/main.ts'].map((file) => ({ name: `node ${file}`, file, args: [] })))

describe('the commands of package.json', function () {
  this.timeout(180_000)
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'hauptbuch-test-help-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  const run = (file: string, args: readonly string[]) =>
    runCli(file, args, { DATABASE_URL: '', HAUPTBUCH_DATA_DIR: folder, TMPDIR: folder })

  for (const { name, file, args } of COMMANDS)
    it(`${name}: --help shows its use, a wrong option gets one sentence, and neither starts anything`, async () => {
      const [help, ...wrong] = await Promise.all(
        ['--help', '--no-such-option', 'stray'].map((argument) => run(file, [...args, argument])),
      )
      expect([help?.code, help?.stderr]).to.deep.equal([0, ''])
      expect(help?.stdout).to.match(/^Usage: /)
      for (const answer of wrong) expectOneSentence(answer)
      expect(readdirSync(folder)).to.deep.equal([])
    })

  for (const [option, file, args] of [
    ['a wrong number', 'shared/cli/demo.ts', ['--documents', 'many']],
    ['a service without its key', 'shared/cli/demo.ts', ['--url', 'http://127.0.0.1:1']],
    ['an unknown measurement', 'test/bench/main.ts', ['--only', 'everything']],
    ['a wrong seed', 'test/torture/main.ts', ['--seed', '-1']],
    ['a wrong number of runs', 'test/fuzz/main.ts', ['--runs', 'many']],
  ] as const)
    it(`${file}: ${option} gets one sentence`, async () => expectOneSentence(await run(file, args)))
})

describe("the operator's commands", function () {
  this.timeout(180_000)

  for (const [file, count] of [
    ['keys', 4],
    ['ops', 20],
  ] as const)
    it(`${file} --help lists every verb, and so does the page of the commands`, async () => {
      const { code, stdout } = await runCli(`shared/cli/${file}.ts`, ['--help'])
      const listed = [...stdout.matchAll(/^ {2}([a-z-]+)(?: [[<]\S+)* {2,}\S/gm)].map(([, verb = '']) => verb)
      const verbs = listed.filter((verb) => verb !== 'help')
      expect([code, verbs.length]).to.deep.equal([0, count])
      const page = readFileSync('docs/operate/commands.md', 'utf8')
      for (const verb of verbs) expect(page, verb).to.match(new RegExp(`^\\|.*\`${verb}[ \`].*\\|`, 'm'))
    })
})

function expectOneSentence({ code, stdout, stderr }: CliResult): void {
  expect([code, stdout]).to.deep.equal([1, ''])
  expect(stderr).to.match(/^error: .*\n$/)
}
