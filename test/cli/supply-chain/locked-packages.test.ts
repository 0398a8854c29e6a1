import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { type LockedPackage, readLockedPackages } from './lock-file.ts'

type Manifest = Readonly<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Readonly<Record<string, string>>> & {
    allowScripts: Readonly<Record<string, boolean>>
  }
>

const EXACT = /^[0-9]+\.[0-9]+\.[0-9]+(-[\w.-]+)?$/
const REGISTRY = 'https://registry.npmjs.org/'

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
const locked = readLockedPackages()
const named = (packages: readonly LockedPackage[]) => packages.map(({ path }) => path)

describe('the packages that npm ci installs', () => {
  it('package.json names exact versions, and the lock file has them', () => {
    const { dependencies, devDependencies, optionalDependencies } = manifest
    const wanted = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    expect(wanted.filter(([, version]) => !EXACT.test(version))).to.deep.equal([])
    const versions = new Map(locked.map(({ path, version }) => [path, version]))
    expect(wanted.map(([name]) => [name, versions.get(`node_modules/${name}`)])).to.deep.equal(wanted)
  })

  it('each has an exact version and a SHA-512 of its archive', () => {
    expect(locked.length).to.be.at.least(300)
    expect(named(locked.filter(({ version }) => !EXACT.test(version)))).to.deep.equal([])
    expect(named(locked.filter(({ integrity }) => !isSha512(integrity)))).to.deep.equal([])
  })

  it('each comes from the npm registry: no folder, repository, bundle or address of somebody else', () => {
    const elsewhere = locked.filter(
      ({ link, inBundle, resolved = REGISTRY }) => link || inBundle || !resolved.startsWith(REGISTRY),
    )
    expect(named(elsewhere)).to.deep.equal([])
  })

  it('each is installed under its own name', () => {
    expect(named(locked.filter(({ path, name }) => !path.endsWith(`node_modules/${name}`)))).to.deep.equal([])
  })

  it('package.json decides on each that has an install script, and on no other; npm fails where it does not', () => {
    const scripted = locked.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
    expect(Object.keys(manifest.allowScripts)).to.have.members([...new Set(scripted)])
    expect(readFileSync('.npmrc', 'utf8')).to.match(/^strict-allow-scripts=true$/m)
  })
})

function isSha512(integrity: string | undefined): boolean {
  const [, digest = ''] = /^sha512-([\w+/]+=*)$/.exec(integrity ?? '') ?? []
  return Buffer.from(digest, 'base64').length === 64
}
