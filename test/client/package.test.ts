import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect } from 'chai'
import { PROJECT } from '../docs/pages.ts'
import { service } from '../support/service.ts'

describe('the client as a package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-test-client-'))
  const installed = join(folder, 'node_modules/hauptbuch-client')
  after(() => rmSync(folder, { recursive: true }))

  before(function () {
    this.timeout(360_000)
    run('npm', ['run', '--silent', 'pack-client', '--', '--out', folder], PROJECT)
    const packed = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
    mkdirSync(installed, { recursive: true })
    run('tar', ['-xzf', join(folder, packed), '--strip-components=1', '-C', installed], folder)
  })

  it('needs no other package, and carries no schema', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    expect([manifest.dependencies, manifest.engines]).to.deep.equal([undefined, { node: '>=20.3' }])
    const scripts = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
    expect(scripts).to.include('dist/client/index.js')
    for (const name of scripts) {
      const imports = readFileSync(join(installed, name), 'utf8').matchAll(/ from '([^']+)'/g)
      for (const [, from] of imports) expect(from, name).to.match(/^(\.|node:crypto$)/)
      expect(name).to.match(/^dist\/client\//)
    }
  })

  it('has types that fit the five programs of its page', function () {
    this.timeout(360_000)
    for (const [index, text] of programs().entries()) writeFileSync(join(folder, `program-${index}.ts`), text)
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    run(process.execPath, [join(PROJECT, 'node_modules/typescript/bin/tsc'), '-p', folder], folder)
  })

  it('runs the five programs of its page', async function () {
    this.timeout(180_000)
    const customer = randomUUID()
    const outputs: string[][] = []
    for (const [index] of programs().entries()) outputs.push(await play(`program-${index}.js`, folder, customer))
    expect(outputs).to.deep.equal([
      ['posted 0'],
      ['sent', 'was sent before'],
      ['422 /locked_through It must be a day of the calendar as YYYY-MM-DD.'],
      ['2026-11-21 6500 2000', '2026-11-25 6500 1020', outputs[3]?.[2]],
      ['1 fact.posted', '2 fact.posted'],
    ])
    expect(outputs[3]?.[2]).to.match(/,/)
    expect(await play('program-4.js', folder, customer), 'it goes on where it was').to.deep.equal([])
  })

  it('runs on the Node of this machine, which is older than ours where it is the oldest that the README asks for', async () => {
    const node = nodeOfMachine()
    expect(await play('program-0.js', folder, randomUUID(), node)).to.deep.equal(['posted 0'])
  })
})

/** Not the one that the project brings; ours, where the machine has no other. */
function nodeOfMachine(): string {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((path) => !path.includes('node_modules'))
  return folders.map((path) => join(path, 'node')).find((path) => existsSync(path)) ?? process.execPath
}

const CONFIG = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    skipLibCheck: false,
    types: ['node'],
    typeRoots: [join(PROJECT, 'node_modules/@types')],
  },
  include: ['*.ts'],
}

function programs(): string[] {
  const page = readFileSync(join(PROJECT, 'docs/client.md'), 'utf8')
  return [...page.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, text = '']) => text)
}

async function play(name: string, cwd: string, END_CUSTOMER: string, node = process.execPath): Promise<string[]> {
  const env = { ...process.env, HAUPTBUCH_URL: service().base_url, HAUPTBUCH_KEY: service().key, END_CUSTOMER }
  const child = spawn(node, [name], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const pieces: Buffer[] = []
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece))
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect(code, name).to.equal(0)
  return Buffer.concat(pieces).toString().split('\n').slice(0, -1)
}

function run(command: string, args: readonly string[], cwd: string): void {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
}
