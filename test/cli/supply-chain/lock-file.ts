import { readFileSync } from 'node:fs'

export type LockedPackage = {
  readonly path: string
  readonly name: string
  readonly version: string
  readonly integrity?: string
  readonly resolved?: string
  readonly license?: string
  readonly dev?: boolean
  readonly link?: boolean
  readonly inBundle?: boolean
  readonly hasInstallScript?: boolean
}

type LockFile = {
  readonly packages: Readonly<Record<string, Omit<LockedPackage, 'path' | 'name'> & { name?: string }>>
}

/** Every package of package-lock.json; one that is installed under another name has its own. */
export function readLockedPackages(): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, locked]) => ({ name: path.split('node_modules/').at(-1) ?? '', ...locked, path }))
}
