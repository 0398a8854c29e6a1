import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Command } from 'commander'

/** `npm run sbom`: the software bill of materials of what production installs, from package-lock.json alone. */

const PROJECT = join(import.meta.dirname, '../..')
const SBOM = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']

type LockedPackage = { readonly dev?: boolean; readonly license?: string; readonly devDependencies?: object }
type Lock = { readonly packages: Record<string, LockedPackage> }

/** Of packages whose package.json names none: that of their LICENSE file. */
const LICENCE_FILES: Readonly<Record<string, string>> = { 'node_modules/png-js': 'MIT' }

const { file } = new Command('npm run sbom --')
  .description('Writes a software bill of materials (CycloneDX, JSON) of the packages that production installs')
  .option('--file <name>', 'where to', 'hauptbuch.cdx.json')
  .parse()
  .opts<{ file: string }>()

try {
  const sbom = await billOfProduction()
  await writeFile(file, sbom)
  console.log(`${file} has ${JSON.parse(sbom).components.length} packages`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/**
 * npm writes the bill of a copy that never had development packages. Its own `--omit=dev` leaves out every package that
 * development needs too (npm 11.19), also where production needs it.
 */
async function billOfProduction(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hauptbuch-sbom-'))
  try {
    const copy = join(folder, 'hauptbuch') // npm takes the name of the application from its folder
    await mkdir(copy)
    await writeFile(join(copy, 'package.json'), JSON.stringify(withoutDevelopment(await readProject('package.json'))))
    await writeFile(
      join(copy, 'package-lock.json'),
      JSON.stringify(productionOf(await readProject('package-lock.json'))),
    )
    const { stdout } = await promisify(execFile)('npm', SBOM, { cwd: copy, maxBuffer: 64 * 1024 * 1024 })
    return stdout
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readProject<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(join(PROJECT, name), 'utf8')) as T
}

function productionOf({ packages, ...lock }: Lock): Lock {
  const { '': root, ...installed } = packages
  const production = Object.entries(installed)
    .filter(([, { dev }]) => !dev)
    .map(([path, locked]) => [path, { license: LICENCE_FILES[path], ...locked }] as const)
  return { ...lock, packages: { '': withoutDevelopment(root ?? {}), ...Object.fromEntries(production) } }
}

function withoutDevelopment({ devDependencies, ...rest }: { readonly devDependencies?: object }): object {
  return rest
}
