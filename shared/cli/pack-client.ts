import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Command } from 'commander'

const PROJECT = resolve(import.meta.dirname, '../..')

/** `npm run pack-client [-- --out FOLDER]`: the client alone, for programs that do not want the service and its packages. */
const { out } = new Command('npm run pack-client --')
  .description('Writes the client as a package of its own, hauptbuch-client, which needs no other one.')
  .option('--out <folder>', 'where the .tgz goes', '.')
  .parse()
  .opts<{ out: string }>()

const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-client-'))
try {
  const tsc = join(PROJECT, 'node_modules/typescript/bin/tsc')
  run(process.execPath, [tsc, '-p', join(PROJECT, 'shared/client'), '--outDir', join(folder, 'dist')])
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest(), null, 2))
  copyFileSync(join(PROJECT, 'LICENSE'), join(folder, 'LICENSE'))
  copyFileSync(join(PROJECT, 'docs/client.md'), join(folder, 'README.md'))
  run('npm', ['pack', '--silent', folder, '--pack-destination', resolve(out)])
} finally {
  rmSync(folder, { recursive: true })
}

function manifest() {
  const { version, license } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'))
  return {
    name: 'hauptbuch-client',
    version,
    description: 'Client of Hauptbuch, an accounting service for Swiss fiduciaries',
    license,
    type: 'module',
    engines: { node: '>=20.3' },
    exports: { '.': { types: './dist/client/index.d.ts', default: './dist/client/index.js' } },
    files: ['dist/client', 'dist/contract/**/*.d.ts'],
  }
}

function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
}
